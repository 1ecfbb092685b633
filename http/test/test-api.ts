import {
  defineRecurringJob,
  defineTriggeredJob,
  type IMoJobScheduleMetadataStore,
  type JobContext,
  type JobRegistration,
  type MoJobScheduler,
  type SchedulerOptions,
} from "@mojob/core";
import { Identity } from "@mojob/identity";
import type { IMoWorkRunner } from "@mojob/core/ports";
import { createTenantDirectory, parseKeyRing } from "@mojob/core/engine";
import { createFakeClock, type FakeClock } from "@mojob/core/testing";
import {
  createManagementApp,
  type ErrorReport,
  type ManagementApp,
  type ManagementAppOptions,
} from "@mojob/http";
import { scryptHasher, timeCodes } from "@mojob/sign-in";
import { StateStoreInMemory } from "@mojob/memory";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";
import { expect, onTestFinished } from "vitest";
import type { OpenApiDocument, OpenApiOperation } from "../src/openapi/openapi-document.ts";
import { checkResponse } from "./check-response.ts";

export interface Call {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // The shape is checked against the document for every response; tests read it freely.
  readonly body: Json;
}

/** Whatever a test reads it as; a wrong guess is `undefined` and fails the expectation. */
export type Json = { readonly [key: string]: Json } & readonly Json[] & string;

/** The items of a page. */
export function itemsOf(page: Json): readonly Json[] {
  return page["items"] ?? [];
}

export interface TestApi {
  readonly app: ManagementApp;
  /** Its people and tokens. @default nobody */
  readonly identity: Identity;
  readonly scheduler: MoJobScheduler;
  readonly clock: FakeClock;
  readonly document: OpenApiDocument;
  /** What `onError` was called with. */
  readonly reported: readonly { readonly error: unknown; readonly report: ErrorReport }[];
  /** Calls an operation. Its response, as that to every request below, is checked against the document. */
  call(operationId: string, call?: Call): Promise<Answer>;
  /** Calls an operation of the document. */
  send(endpoint: Endpoint, call?: Call): Promise<Answer>;
  /** Requests a path as it is, of an operation or of none. `environment` is what a server passes beside the request. */
  fetch(path: string, init?: RequestInit, environment?: object): Promise<Answer>;
}

export interface TestApiOptions extends Omit<ManagementAppOptions, "clock" | "onError" | "publicUrl"> {
  readonly jobs?: readonly JobRegistration[];
  /** Of its worker, beside that of code. @default none */
  readonly runners?: readonly IMoWorkRunner<JobContext>[];
  /** How the embedded scheduler behaves. @default {} */
  readonly schedulerOptions?: SchedulerOptions;
  /** Where it keeps everything but its state. @default in memory */
  readonly store?: IMoJobScheduleMetadataStore;
  /** Where targets of requests reach the API. @default nowhere */
  readonly publicUrl?: ((tenant: string) => string) | null;
  /** Whether the scheduler can seal secrets. @default true */
  readonly hasKeys?: boolean;
  /** Whether the API knows the tenants of its deployment, and is that of the first one. @default it knows of no others */
  readonly isFirst?: boolean;
  /** @default "2026-01-01T00:00:00.000Z" */
  readonly start?: string;
  /** What the API is given instead of the scheduler itself. */
  readonly wrap?: (scheduler: MoJobScheduler) => MoJobScheduler;
}

/** What a server passes beside a request of its own machine. */
export const OWN_MACHINE = { peer: "127.0.0.1" } as const;

const KEYS = parseKeyRing(`2026-11 ${btoa("k".repeat(32))}`);

/** Operations that succeeded in any test of this file. */
export const succeeded: Set<string> = new Set();

export const sampleJobs: readonly JobRegistration[] = [
  defineRecurringJob({
    key: "ledger/close",
    cron: "0 0 1 * * *",
    timeZone: "Asia/Shanghai",
    tags: ["money"],
    labels: { team: "ledger", "cost/center": "a=b" },
    execute: (context) => {
      context.log.info("Closing");
      context.progress(0.5, "half");
      return { closed: true };
    },
  }),
  defineTriggeredJob({
    key: "mail.send",
    name: "Send mail",
    maxConcurrency: null,
    argsJsonSchema: {
      type: "object",
      properties: { to: { type: "string" }, count: { type: "integer" } },
      required: ["to"],
      additionalProperties: false,
    },
    execute: (args) => args as { to: string },
  }),
  defineTriggeredJob({
    key: "wait",
    maxConcurrency: null,
    execute: (_args, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
      }),
  }),
  defineTriggeredJob({
    key: "fail",
    execute: () => {
      throw new TypeError("Nothing works");
    },
  }),
];

/** The API over a real embedded scheduler in memory, at a standing clock; closed when the test ends. */
export async function openTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const {
    jobs = sampleJobs,
    wrap = (scheduler) => scheduler,
    start,
    runners = [],
    schedulerOptions = {},
    store,
    hasKeys = true,
    publicUrl = null,
    isFirst,
    ...appOptions
  } = options;
  const clock = createFakeClock(start);
  const reported: TestApi["reported"][number][] = [];
  // People are kept where the scheduler looks them up.
  const state = new StateStoreInMemory({ clock });
  const embedded = await startEmbedded({
    features: FEATURES,
    app: "ledger",
    ...(store === undefined ? { inMemory: true } : { store }),
    state,
    jobs,
    runners,
    clock,
    scheduler: schedulerOptions,
    publicUrl,
    keys: hasKeys ? KEYS : null,
    onWarning: () => {},
    shutdownGraceMs: 0,
  });
  const identity = new Identity({
    state,
    clock,
    hasher: scryptHasher({ logN: 4, block: 8, parallel: 1 }),
    codes: timeCodes(),
  });
  const app = createManagementApp(wrapped(wrap, embedded.scheduler), {
    registration: true,
    identity,
    ...(isFirst !== undefined && {
      tenants: { directory: createTenantDirectory(embedded.deployment, { fixed: ["default"] }), isFirst },
    }),
    ...appOptions,
    clock,
    onError: (error, report) => void reported.push({ error, report }),
  });
  onTestFinished(async () => {
    await app.close();
    const closing = embedded.close();
    await clock.advance(1000);
    await closing;
    expect(clock.pending, "timers left behind").toBe(0);
  });
  // The firing loop sets its first timer only after the start: from here on the scheduler's own timers stand still.
  await clock.settle();
  const document = await (documents[appOptions.basePath ?? ""] ??= readDocument(app));
  const request = async (operation: OpenApiOperation | undefined, sent: Request): Promise<Answer> =>
    checkResponse(document, operation, await app.request(sent, undefined, OWN_MACHINE));
  const send: TestApi["send"] = async (endpoint, call = {}) => {
    const answer = await request(endpoint.operation, requestOf(endpoint, call));
    if (answer.status < 300) succeeded.add(endpoint.operation.operationId);
    return answer;
  };
  return {
    app,
    identity,
    scheduler: embedded.scheduler,
    clock,
    document,
    reported,
    send,
    call: (operationId, call) => send(endpointOf(document, operationId), call),
    async fetch(path, init, environment = OWN_MACHINE) {
      const sent = new Request(`http://localhost${path}`, init);
      const { operation } = endpointAt(document, sent) ?? {};
      return checkResponse(document, operation, await app.request(sent, undefined, environment));
    },
  };
}

/** What is replaced stays replaced for every caller. */
function wrapped(
  wrap: (scheduler: MoJobScheduler) => MoJobScheduler,
  scheduler: MoJobScheduler,
): MoJobScheduler {
  return { ...wrap(scheduler), as: (...given) => wrap(scheduler.as(...given)) };
}

/** The document does not depend on anything but the base path. */
const documents: Record<string, Promise<OpenApiDocument>> = {};

async function readDocument(app: ManagementApp): Promise<OpenApiDocument> {
  return (await (
    await app.request("http://localhost/openapi.json", undefined, OWN_MACHINE)
  ).json()) as OpenApiDocument;
}

export interface Endpoint {
  readonly path: string;
  readonly method: string;
  readonly operation: OpenApiOperation;
}

export function endpointsOf(document: OpenApiDocument): readonly Endpoint[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
}

function endpointOf(document: OpenApiDocument, operationId: string): Endpoint {
  const found = endpointsOf(document).find(({ operation }) => operation.operationId === operationId);
  if (!found) throw new RangeError(`The document has no operation "${operationId}"`);
  return found;
}

/** The operation a request is for: that of the path with the fewest parameters. */
function endpointAt(document: OpenApiDocument, { method, url }: Request): Endpoint | undefined {
  const { pathname } = new URL(url);
  const wanted = method === "HEAD" ? "GET" : method;
  return endpointsOf(document)
    .filter((endpoint) => endpoint.method === wanted && patternOf(endpoint.path).test(pathname))
    .sort((a, b) => a.path.split("{").length - b.path.split("{").length)[0];
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(".", String.raw`\.`).replaceAll(/\{\w+\}/g, "[^/]+")}$`);
}

function requestOf(
  { path, method }: Endpoint,
  { path: values = {}, query = {}, body, text, headers }: Call,
): Request {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? `any-${name}`),
  );
  const url = new URL(`http://localhost${filled}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  const payload = text ?? (body === undefined ? undefined : JSON.stringify(body));
  return new Request(url, {
    method,
    headers: { ...(payload !== undefined && { "Content-Type": "application/json" }), ...headers },
    ...(payload !== undefined && { body: payload }),
  });
}
