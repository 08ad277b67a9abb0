/** Loading over the network, with retries while there is no connection. */

const FIRST_WAIT = 400;
const LONGEST_WAIT = 5_000;

/** Return what `load` returns. Retry until the server is reached; any other error is thrown. */
export async function withRetries<T>(load: () => Promise<T>): Promise<T> {
  for (let wait = FIRST_WAIT; ; wait = Math.min(2 * wait, LONGEST_WAIT)) {
    try {
      return await load();
    } catch (error) {
      // Browsers throw a TypeError both for a failed request and for a script that could not be loaded.
      if (!(error instanceof TypeError)) throw error;
      await new Promise((done) => setTimeout(done, wait));
    }
  }
}
