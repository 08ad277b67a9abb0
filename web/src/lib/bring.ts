/** What comes over the network when it is wanted: without one it comes as soon as there is one again. */

const FIRST_WAIT = 400;
const LONGEST_WAIT = 5_000;

/** Tries until the server is reached. What it answers, a refusal too, is the caller's. */
export async function bring<T>(load: () => Promise<T>): Promise<T> {
  for (let wait = FIRST_WAIT; ; wait = Math.min(2 * wait, LONGEST_WAIT)) {
    try {
      return await load();
    } catch (error) {
      // Browsers report in this way that nothing came, of a request and of a part of the app alike.
      if (!(error instanceof TypeError)) throw error;
      await new Promise((done) => setTimeout(done, wait));
    }
  }
}
