import { type ApiAnswer, type ApiRequest, callApi } from "../../../api/call-api.ts";

type Asked = ApiRequest<"evaluateTask">["body"]["expressions"][number];
type Found = ApiAnswer<"evaluateTask">["values"][number];

/** Expressions that one request takes. */
const MOST = 50;

interface Waiting {
  readonly asked: Asked;
  readonly resolve: (found: Found) => void;
  readonly reject: (error: unknown) => void;
}

/** Evaluates what is asked for in one turn of the page by one request. */
export function evaluateInTurns(instanceId: string): (asked: Asked) => Promise<Found> {
  let waiting: Waiting[] = [];
  const send = async (sent: readonly Waiting[]): Promise<void> => {
    try {
      const expressions = sent.map(({ asked }) => asked);
      const { values } = await callApi("evaluateTask", { body: { instanceId, expressions } });
      for (const [index, { resolve }] of sent.entries()) resolve(values[index] ?? {});
    } catch (error) {
      for (const { reject } of sent) reject(error);
    }
  };
  const flush = (): void => {
    const all = waiting;
    waiting = [];
    for (let from = 0; from < all.length; from += MOST) void send(all.slice(from, from + MOST));
  };
  return (asked) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) queueMicrotask(flush);
      waiting.push({ asked, resolve, reject });
    });
}
