"""Finds text in a page that is cut off, covered, outside or reached only by sideways scrolling, and small targets."""

from playwright.sync_api import Page

from tests.web.play import eventually

FAULTS = r"""() => {
    const faults = new Set();
    const root = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
    const page = document.scrollingElement;
    const width = page.clientWidth;
    const height = Math.max(innerHeight, page.scrollHeight);
    const shown = [];
    const words = text => text.trim().replace(/\s+/g, ' ').slice(0, 48);
    const where = e => {
        const named = e.closest('[aria-label],[role],section,form,article,main') ?? e;
        return (named.getAttribute('aria-label') ?? named.className?.baseVal ?? named.className ?? named.tagName);
    };
    const tell = (what, text, e) => faults.add(`${what}: “${words(text)}” in ${String(where(e)).slice(0, 40)}`);
    // For the ears only: a box of one pixel.
    const unseen = e => {
        for (let a = e; a && a !== document.body; a = a.parentElement) {
            const box = a.getBoundingClientRect();
            if (getComputedStyle(a).position === 'absolute' && Math.min(box.width, box.height) <= 2) return true;
        }
        return !e.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
    };
    // What stays in sight at the edge of a box, while the rest scrolls away beneath it.
    const stuck = e => {
        for (let a = e; a && a !== document.body; a = a.parentElement) {
            const style = getComputedStyle(a);
            if (style.position !== 'sticky' || /, 0\)$|transparent/.test(style.backgroundColor)) continue;
            for (let box = a.parentElement; box; box = box.parentElement)
                if (box === page || ['auto', 'scroll'].includes(getComputedStyle(box).overflowY))
                    return box.scrollHeight > box.clientHeight + 1 ? a : null;
        }
        return null;
    };
    // What tells why something was refused stands over what it is about, until one mends that or closes it.
    const above = e => {
        const notice = e.closest('[role=alert]');
        return notice && ['absolute', 'fixed'].includes(getComputedStyle(notice).position) ? notice : null;
    };
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const e = node.parentElement;
        const text = node.data;
        if (!text.trim() || !e || e.closest('script,style,title,option,select,[inert]') || unseen(e)) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const svg = e.closest('text');
        let lines = svg ? [svg.getBoundingClientRect()] : [...range.getClientRects()];
        lines = lines.filter(r => r.width > 1 && r.height > 1);
        lines = lines.map(r => ({ l: r.left, t: r.top, r: r.right, b: r.bottom }));
        if (!lines.length) continue;
        // On the board a unit is more or less than a pixel.
        const size = parseFloat(getComputedStyle(e).fontSize) * (svg ? svg.getScreenCTM().a : 1);
        const slack = Math.max(2, size * 0.3);
        if (svg) {
            const cell = svg.closest('g:has(> [role=button])')?.querySelector('[role=button]')?.getBoundingClientRect();
            const leaves = r => r.l < cell.left - 1 || r.r > cell.right + 1;
            const rises = r => Math.max(r.b - cell.bottom, cell.top - r.t) > 2 + (r.b - r.t) / 4;
            if (cell && lines.some(r => leaves(r) || rises(r))) tell('outside its space', text, e);
        }
        for (let a = e; a && a !== document.documentElement && lines.length; a = a.parentElement) {
            const style = getComputedStyle(a);
            if (style.display === 'contents' || style.display === 'inline') continue;
            const box = a.getBoundingClientRect();
            const [x, y] = [a.clientLeft, a.clientTop];
            const cut = { l: box.left + x, t: box.top + y, r: box.right - x, b: box.bottom - y };
            const hides = axis => ['hidden', 'clip'].includes(style[axis]);
            const rolls = axis => ['auto', 'scroll'].includes(style[axis]);
            const sideways = lines.some(r => r.l < cut.l - 1.5 || r.r > cut.r + 1.5);
            const upright = lines.some(r => r.t < cut.t - slack || r.b > cut.b + slack);
            const shortened = style.textOverflow === 'ellipsis' && a.scrollWidth > a.clientWidth + 1;
            const cutOff = (hides('overflowX') && sideways) || (hides('overflowY') && upright);
            if (cutOff || shortened) tell('cut off', text, e);
            if (!rolls('overflowX') && !rolls('overflowY')) continue;
            lines = lines.map(r => ({
                l: Math.max(r.l, cut.l), t: Math.max(r.t, cut.t), r: Math.min(r.r, cut.r), b: Math.min(r.b, cut.b),
            }));
            lines = lines.filter(r => r.r - r.l > 1 && r.b - r.t > size * 0.5);
        }
        for (const r of lines) {
            const y = { t: r.t + page.scrollTop, b: r.b + page.scrollTop };
            const outside = r.l < -1.5 || r.r > width + 1.5 || y.t < -slack || y.b > height + slack;
            if (outside) tell('off the window', text, e);
            shown.push({ e, text, l: r.l + 1, r: r.r - 1, t: r.t + size * 0.25, b: r.b - size * 0.25 });
        }
    }
    // What is read from left to right by scrolling is marked as such: a board or a table in a window too narrow for it.
    for (const e of [page, ...root.querySelectorAll('*')]) {
        const rolls = e === page || ['auto', 'scroll'].includes(getComputedStyle(e).overflowX);
        if (!rolls || e.scrollWidth <= e.clientWidth + 1 || e.closest('[inert]')) continue;
        if (e !== page && (e.matches('[data-sideways]') || !e.clientWidth || unseen(e))) continue;
        tell('needs scrolling sideways', e.innerText, e);
    }
    const ruler = document.createElement('canvas').getContext('2d');
    for (const e of root.querySelectorAll('input[placeholder], select')) {
        const text = e.value && e.selectedOptions ? e.selectedOptions[0].text : e.value ? '' : (e.placeholder ?? '');
        if (!text || e.closest('[inert]') || unseen(e)) continue;
        const style = getComputedStyle(e);
        // `font` itself is empty where a font's features are set.
        ruler.font = [style.fontStyle, style.fontWeight, style.fontSize, style.fontFamily].join(' ');
        const arrow = e.selectedOptions || e.type === 'search' ? 16 : 0;
        const room = e.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - arrow;
        if (ruler.measureText(text).width > room + 1) tell('cut off', text, e);
    }
    for (let i = 0; i < shown.length; i++)
        for (let j = i + 1; j < shown.length; j++) {
            const a = shown[i], b = shown[j];
            if (a.e === b.e || a.r <= b.l || b.r <= a.l || a.b <= b.t || b.b <= a.t) continue;
            if (stuck(a.e) !== stuck(b.e) || above(a.e) !== above(b.e)) continue;
            tell(`overlaps “${words(b.text)}”`, a.text, a.e);
        }
    for (const token of document.querySelectorAll('[data-token]:not([inert] *)')) {
        const disc = token.getBoundingClientRect();
        for (const a of shown) {
            const apart = a.r <= disc.left || disc.right <= a.l || a.b <= disc.top || disc.bottom <= a.t;
            const over = a.e.closest('svg') || root.matches('dialog') || stuck(a.e) || above(a.e);
            if (!apart && !over) tell('under a token', a.text, a.e);
        }
    }
    // A finger, or a hand that trembles, needs 44 pixels. Lines of text are as high as the text under a mouse, and a
    // phone's board is as large as the phone: for its spaces there are large buttons.
    const mouse = matchMedia('(pointer: fine)').matches;
    const told = e => mouse && e.closest('li:has(> .dot), li:has(> .clause)');
    const inText = e => getComputedStyle(e).display === 'inline' || told(e);
    for (const e of root.querySelectorAll('button, a[href], input, select, textarea, summary, label:has(input)')) {
        if (e.closest('[inert]') || (e.matches('input') && e.closest('label')) || unseen(e) || inText(e)) continue;
        const size = e.getBoundingClientRect();
        const [wide, high] = [Math.round(size.width), Math.round(size.height)];
        if (Math.min(wide, high) < 44) tell(`only ${wide} by ${high}`, e.ariaLabel || e.innerText, e);
    }
    return [...faults];
}"""
"""Text in scrolling regions or under a sheet is allowed. Glyphs may reach a little outside their line."""


def faults(page: Page) -> list[str]:
    """Return the faults of a page as it looks now."""
    return page.evaluate(FAULTS)


def has_no_faults(page: Page) -> None:
    """Wait until the page has no faults: letters arrive late on a busy machine."""

    def look() -> None:
        assert faults(page) == []

    eventually(page, look)
