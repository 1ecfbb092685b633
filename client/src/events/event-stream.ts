import { type EventSourceMessage, EventSourceParserStream } from "eventsource-parser/stream";
import { operationUrl } from "../api/operation-request.ts";
import type { Caller } from "../call/caller.ts";
import { ClientErrorCode, MoJobClientError, refusalOf } from "../call/client-error.ts";
import { headersOf, unreachable } from "../call/send-once.ts";
import { isPassing } from "../call/pauses.ts";
import type { EventTopic, SchedulerEvent } from "./scheduler-event.ts";

/** The server sends something every 5 s. */
const SILENT_MS = 20_000;

export interface EventOptions {
  /** @default all */
  readonly topics?: readonly EventTopic[];
  /** Ends the stream, without an error. */
  readonly signal?: AbortSignal;
}

/** Opens the stream, and opens it again after the last event whenever it breaks. */
export async function* schedulerEvents(
  caller: Caller,
  { topics, signal }: EventOptions = {},
): AsyncGenerator<SchedulerEvent, void> {
  const url = operationUrl(
    "streamEvents",
    { query: topics === undefined ? {} : { topics } },
    caller.options.root,
  );
  const closing = new AbortController();
  const ends = signal === undefined ? closing.signal : AbortSignal.any([signal, closing.signal]);
  let lastId: string | null = null;
  let failures = 0;
  try {
    while (!ends.aborted) {
      const stream: OpenStream | MoJobClientError = await openStream(caller, url, lastId, ends);
      if (ends.aborted) return;
      if (stream instanceof MoJobClientError) {
        if (!isPassing(stream, "0")) throw stream;
        failures += 1;
      } else {
        failures = 0;
        for await (const message of messagesOf(stream, caller)) {
          lastId = message.id ?? lastId;
          const event = eventOf(message);
          if (event !== null) yield event;
        }
        stream.close();
      }
      if (!ends.aborted) await caller.pause(failures, null, ends);
    }
  } finally {
    closing.abort();
  }
}

interface OpenStream {
  readonly body: ReadableStream<Uint8Array>;
  close(): void;
}

async function openStream(
  caller: Caller,
  url: string,
  lastId: string | null,
  signal: AbortSignal,
): Promise<OpenStream | MoJobClientError> {
  const own = new AbortController();
  const { send, clock, timeoutMs } = caller.options;
  const timer = clock.setTimer(() => own.abort(), timeoutMs, { background: true });
  try {
    // As with other calls, a mistake in these is no scheduler that does not respond.
    const headers = await headersOf({}, caller.options);
    const request: RequestInit = {
      headers: {
        ...headers,
        Accept: "text/event-stream",
        ...(lastId !== null && { "Last-Event-ID": lastId }),
      },
      signal: AbortSignal.any([signal, own.signal]),
    };
    try {
      const response = await send(url, request);
      if (!response.ok) return refusalOf(response, await response.text());
      if (response.body === null)
        return new MoJobClientError(ClientErrorCode.ForeignResponse, "The stream of events has no body");
      return { body: response.body, close: () => own.abort() };
    } catch (error) {
      return unreachable(url, error);
    }
  } finally {
    timer.cancel();
  }
}

/** The messages of one connection, until it breaks, ends, or is silent for too long. */
async function* messagesOf(stream: OpenStream, caller: Caller): AsyncGenerator<EventSourceMessage, void> {
  const { clock } = caller.options;
  let timer = clock.setTimer(stream.close, SILENT_MS, { background: true });
  const noticed = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      timer.cancel();
      timer = clock.setTimer(stream.close, SILENT_MS, { background: true });
      controller.enqueue(chunk);
    },
  });
  const reader = stream.body
    .pipeThrough(noticed)
    .pipeThrough(new TextDecoderStream() as unknown as ReadableWritablePair<string, Uint8Array>)
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } catch {
    // It broke: it is opened again.
  } finally {
    timer.cancel();
    stream.close();
    reader.cancel().catch(() => {});
  }
}

function eventOf({ event, data }: EventSourceMessage): SchedulerEvent | null {
  switch (event) {
    case "ready":
    case "reset":
      return { type: event };
    case "instances":
    case "jobs":
    case "workers":
      return { type: event, ...(JSON.parse(data) as object) } as SchedulerEvent;
    default:
      // An event of a newer server.
      return null;
  }
}
