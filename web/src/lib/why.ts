/** Refusals in the chosen language. The sentences are loaded at the first refusal. */
import type { Because, Problem } from "../shared/wire";
import type { Reply } from "./connection";
import { modules } from "./lazy";
import { Teller } from "./say";

/** Translate the reasons in an answer. Sentences without a translation stay as the server sent them. */
export async function inWords<M extends Reply | Problem>(message: M, teller: Teller = new Teller([])): Promise<M> {
  if (message.type === "explained" && message.why_not) {
    const { because, reason } = message.why_not;
    return { ...message, why_not: { ...message.why_not, reason: await worded([because], reason, teller) } };
  }
  if (message.type !== "refused" && message.type !== "error") return message;
  return { ...message, why: await worded(message.because, message.why, teller) };
}

async function worded(reasons: Because[], why: string, teller: Teller): Promise<string> {
  try {
    const { tell } = await modules.reasons();
    return tell(reasons, teller) ?? why;
  } catch {
    return why;
  }
}
