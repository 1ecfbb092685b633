import type { Notice } from "../notice.ts";
import type { NoticeWork } from "../work/notice-work.ts";

/** A notice that is to be sent. */
export interface Sending {
  readonly notice: Notice;
  /** As the job states them, with its secrets. */
  readonly settings: NoticeWork;
  /** The id of the run: the same for each attempt. */
  readonly id: string;
  readonly now: Date;
}

export interface NoticeRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The response of a service that does not take a notice. */
export interface Refusal {
  /** In its own words. */
  readonly says: string;
  /** Whether it would say so again, because the job's settings are wrong. */
  readonly isFinal: boolean;
}

/** How notices are sent to one service. */
export interface Sender {
  /** As people call the service. */
  readonly name: string;
  /** Sent one after the other; each may be sent again. @throws NonRetryableError for settings that cannot be used */
  requestsOf(sending: Sending): Promise<readonly NoticeRequest[]>;
  /** The refusal in the body of a response with a status of 2xx; `null` where the notice was taken. @default it was taken */
  refusalIn?(body: string): Refusal | null;
}

const JSON_HEADERS = { "content-type": "application/json", "user-agent": "MoJobScheduler" };

/** A request that posts JSON. */
export function jsonRequest(
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): NoticeRequest {
  return { url, headers: { ...JSON_HEADERS, ...headers }, body: JSON.stringify(body) };
}

/** The refusal in a body, where a service reports success by a number that must be 0. */
export function refusalByCode(
  body: string,
  names: { readonly number: string; readonly words: string },
  final: readonly number[],
): Refusal | null {
  const { [names.number]: code, [names.words]: message } = membersOf(body);
  if (code === 0) return null;
  if (typeof code !== "number") return { says: body.slice(0, 200), isFinal: false };
  return { says: `${code}: ${typeof message === "string" ? message : ""}`, isFinal: final.includes(code) };
}

function membersOf(body: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === "object" && parsed !== null ? (parsed as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {};
  }
}
