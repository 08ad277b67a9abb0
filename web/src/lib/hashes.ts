/** SHA-256 and HMAC-SHA256: the browser's own, or ours where the browser offers none. */
import { modules } from "./lazy";

export function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array((hex.match(/../g) ?? []).map((pair) => parseInt(pair, 16)));
}

export function hexOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

interface Hashes {
  digest(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array>;
  /** HMAC with this key. */
  signer(key: Uint8Array<ArrayBuffer>): Promise<(message: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>>;
}

/** The browser's own hashes. Browsers offer them only on encrypted pages and on this machine's own. */
const WEB_CRYPTO: Hashes = {
  async digest(bytes) {
    return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  },
  async signer(bytes) {
    const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    return async (message) => new Uint8Array(await crypto.subtle.sign("HMAC", key, message));
  },
};

export async function hashes(): Promise<Hashes> {
  if (crypto.subtle) return WEB_CRYPTO;
  const { sha256, hmac } = await modules.sha256();
  return { digest: async (bytes) => sha256(bytes), signer: async (key) => async (message) => hmac(key, message) };
}
