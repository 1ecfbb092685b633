import { type JsonValue, NonRetryableError } from "@mojob/core";
import * as v from "valibot";

/** The events that a notice reports: of its incidents, or that a summary of reports is due. */
export const NoticeEvent = {
  Opened: "opened",
  Changed: "changed",
  Repeated: "repeated",
  Resolved: "resolved",
  Summary: "summary",
} as const;
export type NoticeEvent = (typeof NoticeEvent)[keyof typeof NoticeEvent];

/** Nothing else may become a link of a message. */
const link = v.pipe(
  v.string(),
  v.regex(/^https?:\/\/[^\s<>"|]+$/, "it must be an address like https://jobs.example.com"),
);
const nullable = <Schema extends v.GenericSchema>(schema: Schema) => v.optional(v.nullable(schema), null);
const time = v.pipe(v.string(), v.isoTimestamp("it must be a time like 2026-01-31T12:00:00.000Z"));

/** One of the incidents that a notice names. */
export interface NoticeIncident {
  readonly id: string;
  readonly jobKey: string | null;
  readonly text: string;
  readonly openedAt: string | null;
  readonly resolvedAt: string | null;
  readonly happened: number;
  readonly error: string | null;
  readonly state: string | null;
  readonly assignee: string | null;
  readonly run: string | null;
  readonly url: string | null;
}

/** A notice: the arguments that a route of alarms gives its job. */
export interface Notice {
  readonly event: NoticeEvent;
  readonly text: string;
  /** What mail says instead, where there is room for more. */
  readonly mail: string | null;
  readonly tenant: string | null;
  readonly route: string | null;
  readonly at: string | null;
  readonly condition: string | null;
  readonly severity: string | null;
  readonly app: string | null;
  readonly count: number;
  readonly url: string | null;
  readonly incidents: readonly NoticeIncident[];
  /** Whether nothing happened, and somebody looks whether messages arrive. */
  readonly isTest: boolean;
}

const incidentSchema: v.GenericSchema<unknown, NoticeIncident> = v.looseObject({
  id: v.pipe(v.string(), v.minLength(1, "it must not be empty")),
  jobKey: nullable(v.string()),
  text: v.string(),
  openedAt: nullable(time),
  resolvedAt: nullable(time),
  happened: v.optional(v.number(), 1),
  error: nullable(v.string()),
  state: nullable(v.string()),
  assignee: nullable(v.string()),
  run: nullable(v.string()),
  url: nullable(link),
});

const noticeSchema: v.GenericSchema<unknown, Omit<Notice, "isTest">> = v.looseObject({
  event: v.picklist(Object.values(NoticeEvent), `it must be ${Object.values(NoticeEvent).join(", ")}`),
  text: v.pipe(v.string(), v.minLength(1, "it must not be empty")),
  mail: nullable(v.string()),
  tenant: nullable(v.string()),
  route: nullable(v.string()),
  at: nullable(time),
  condition: nullable(v.string()),
  severity: nullable(v.string()),
  app: nullable(v.string()),
  count: v.optional(v.number(), 0),
  url: nullable(link),
  incidents: v.optional(v.array(incidentSchema), []),
});

export const TEST_TEXT = "This is a test from MoJobScheduler";

/**
 * Reads the arguments of a run. No arguments, as of a run that somebody starts by hand, are a test.
 * @throws NonRetryableError that names the first mistake and what is wanted
 */
export function parseNotice(args: JsonValue): Notice {
  const isTest = args === null || (typeof args === "object" && Object.keys(args).length === 0);
  const read = v.safeParse(noticeSchema, isTest ? { event: NoticeEvent.Opened, text: TEST_TEXT } : args);
  if (read.success) return { ...read.output, isTest };
  const [issue] = read.issues;
  const path = v.getDotPath(issue);
  const is = issue.received === "undefined" ? "is missing" : issue.message.replace(/^it /, "");
  throw new NonRetryableError(
    `Cannot send what is no notice: ${path === null ? "the arguments" : `"${path}"`} ${is}. ` +
      "A route of alarms gives its job the arguments; by hand, { event, text } are enough, and no arguments send a test",
  );
}
