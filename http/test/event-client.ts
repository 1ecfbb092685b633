import { expect } from "vitest";
import { checkSchema } from "./check-response.ts";
import { OWN_MACHINE, type TestApi } from "./test-api.ts";

const RUN = { $ref: "#/components/schemas/InstanceEvent" };

export interface StreamedEvent {
  readonly id: string;
  readonly event: string;
  readonly data: { readonly items?: readonly Record<string, unknown>[]; readonly truncated?: boolean };
}

/** Reads a stream of events as a client does: piece by piece, when it wants to. */
export interface EventClient {
  /** The next event, comments passed over; a run in it must be what the document says. */
  next(): Promise<StreamedEvent>;
  /** The next piece as it is; `null` at the end. */
  piece(): Promise<string | null>;
  close(): Promise<void>;
}

export interface EventClientOptions {
  readonly topics?: string;
  /** @default true */
  readonly items?: boolean;
  readonly lastEventId?: string;
  readonly after?: string;
  /** Sent beside it. */
  readonly headers?: Readonly<Record<string, string>>;
}

export async function openEvents(api: TestApi, options: EventClientOptions = {}): Promise<EventClient> {
  const url = new URL("http://localhost/api/v1/events");
  if (options.topics !== undefined) url.searchParams.set("topics", options.topics);
  if (options.after !== undefined) url.searchParams.set("after", options.after);
  if (options.items === false) url.searchParams.set("items", "false");
  const response = await api.app.request(
    new Request(url, {
      headers: {
        ...options.headers,
        ...(options.lastEventId !== undefined && { "Last-Event-ID": options.lastEventId }),
      },
    }),
    undefined,
    OWN_MACHINE,
  );
  if (response.status !== 200 || response.body === null) throw new Error(`Answered ${response.status}`);
  expect(response.headers.get("Content-Type")).toBe("text/event-stream; charset=utf-8");
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const piece = async (): Promise<string | null> => {
    const { done, value } = await reader.read();
    return done ? null : value;
  };
  return {
    piece,
    async next() {
      for (let text = await piece(); text !== null; text = await piece()) {
        const event = parseEvent(text);
        if (event?.event === "instances") {
          for (const run of event.data.items ?? []) checkSchema(api.document, RUN, run, "event");
        }
        if (event) return event;
      }
      throw new Error("The stream has ended");
    },
    close: () => reader.cancel(),
  };
}

function parseEvent(text: string): StreamedEvent | null {
  const field = (name: string): string | undefined => new RegExp(`^${name}: (.*)$`, "m").exec(text)?.[1];
  const event = field("event");
  if (event === undefined) return null;
  return { id: field("id") ?? "", event, data: JSON.parse(field("data") ?? "{}") as StreamedEvent["data"] };
}
