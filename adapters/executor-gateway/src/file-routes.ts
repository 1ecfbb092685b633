import { type JobContext, MoJobErrorCode, Permission } from "@mojob/core";
import { fromBase64 } from "@mojob/core/engine";
import type { Clock } from "@mojob/core/ports";
import {
  API_BASE,
  defineRoute,
  HttpProblemCode,
  httpProblem,
  jsonResponse,
  type Route,
  RouteTag,
} from "@mojob/http/extension";
import type { Executors } from "./executors.ts";
import * as schemas from "./file-schemas.ts";
import { assertGiven } from "./given-file.ts";
import { guarded } from "./guarded-stream.ts";
import type { Lease } from "./session/lease.ts";
import type { RemoteExecutor } from "./session/remote-executor.ts";

const EXAMPLE = {
  executor: "shop-019a6b1c-0d6e-7000-8000-000000000000",
  lease: "019a6b1c-1f20-7000-8000-000000000000/019a6b1c-1e5a-7000-8000-000000000000",
};
const SHARED = {
  method: "POST",
  uses: [Permission.RunJobs],
  tag: RouteTag.Executors,
} as const;

/** Files of the runs that executors hold. */
export function createFileRoutes(executors: Executors, clock: Clock): readonly Route[] {
  return [
    defineRoute({
      ...SHARED,
      pattern: `${API_BASE}/executor/upload`,
      operationId: "uploadFileOfRun",
      summary: "Store a file with a run, piece by piece",
      description:
        "Responds once the piece is stored: send the next one then. Repeat a call whose response was lost: the piece counts once, and the file is the same. " +
        "A file is there when its last piece is, and takes the place of one with its name. 409 `lease_lost` where the run is not the executor's or was asked to end; 404 `file_not_found` for a later piece of an upload that is not known: begin another one.",
      body: schemas.upload,
      bodyExample: {
        ...EXAMPLE,
        upload: "019a6b1c-2a00-7000-8000-000000000000",
        name: "orders.csv",
        offset: 0,
        content: "ZGF5LG9yZGVycwo=",
        last: true,
      },
      responses: { 200: { description: "What there is of the file", schema: schemas.uploaded } },
      problems: [
        HttpProblemCode.ExecutorNotFound,
        HttpProblemCode.LeaseLost,
        MoJobErrorCode.FileRefused,
        MoJobErrorCode.FileNotFound,
        MoJobErrorCode.QuotaExceeded,
        MoJobErrorCode.IllegalTransition,
      ],
      async handle({
        body: { executor: id, lease: name, upload, offset, content, last, ...file },
        principal,
      }) {
        const lease = held(await executors.find(principal, id), name);
        const piece = { offset, bytes: fromBase64(content), isLast: last };
        return jsonResponse(await asked(lease, lease.uploads.take(upload, file.name, piece)));
      },
    }),
    defineRoute({
      ...SHARED,
      pattern: `${API_BASE}/executor/download`,
      operationId: "downloadFileForRun",
      summary: "Read a stored file for a run",
      description:
        "Its bytes, from `offset` on. The value has to be whole and unchanged, and the file of an app that the executor's token serves, or among the arguments of the run.",
      body: schemas.download,
      bodyExample: {
        ...EXAMPLE,
        file: {
          $file: "run-file:019a6b1c-1e5a-7000-8000-000000000000/orders.csv",
          name: "orders.csv",
          size: 11,
          sha256: "0f5d983d203189bbffc5f686d01f6680bc6a83718a515fe42639347efc92478e",
        },
      },
      responses: { 200: { description: "The bytes", mediaType: "application/octet-stream" } },
      problems: [HttpProblemCode.ExecutorNotFound, HttpProblemCode.LeaseLost, MoJobErrorCode.FileNotFound],
      async handle({ body: { executor: id, lease: name, file, offset = 0 }, principal, isLive }) {
        const lease = held(await executors.find(principal, id), name);
        const serves = (app: string): boolean => executors.serves(principal, app);
        await asked(lease, assertGiven(file, { context: lease.context, serves }));
        const stream = await asked(lease, lease.context.files.read(file));
        const sent = guarded(stream, { offset, clock, isLive, signal: lease.context.signal });
        return new Response(sent, { headers: { "Content-Type": "application/octet-stream" } });
      },
    }),
  ];
}

/** @throws HTTPException 409 for a lease that the executor does not hold */
function held(executor: RemoteExecutor, name: string): Lease {
  let found: Lease | null = null;
  executor.reach([{ lease: name }], (lease) => (found = lease));
  const lease = found as Lease | null;
  if (lease === null) throw lost("The executor does not hold this lease: nothing was changed");
  if (lease.context.signal.aborted) throw lost(reasonOf(lease.context));
  return lease;
}

/** Fails a call about a run's files with the reason for which the run was meanwhile asked to end. */
async function asked<Value>({ context }: Lease, work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    throw context.signal.aborted ? lost(reasonOf(context)) : error;
  }
}

function reasonOf({ signal }: Pick<JobContext, "signal">): string {
  const reason: unknown = signal.reason;
  return reason instanceof Error ? reason.message : "The run was asked to end";
}

function lost(detail: string): Error {
  return httpProblem(HttpProblemCode.LeaseLost, detail);
}
