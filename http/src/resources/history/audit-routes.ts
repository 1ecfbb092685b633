import type { MoJobScheduler } from "@mojob/core";
import {
  type AuditHeads,
  type AuditListQuery,
  boundedList,
  ChainBreakReason,
  LONGEST_JOB_KEY,
  MOST_HEADS,
} from "@mojob/core/engine";
import { ActKind, ActOutcome, type Page, type Act, SubjectType } from "@mojob/core/ports";
import * as v from "valibot";
import { API_BASE, type ApiContext } from "../../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../../route/route.ts";
import { textStream } from "../../route/text-stream.ts";
import { instant, line, wholeNumber } from "../../schema/fields.ts";
import { pageJson, pageSchema, PAGING, readPage } from "../../schema/paging.ts";
import { queryOneOf, queryText } from "../../schema/query-fields.ts";
import { stated } from "../../schema/stated.ts";
import { strictObject } from "../../schema/strict-object.ts";
import { auditEntryJson, auditEntrySchema } from "./json.ts";

const { limit, cursor } = PAGING;
const EXPORTED_AT_ONCE = 200;
const MOST_LINES = 100;
const KEPT = "Kept for 400 days, and the newest 200,000 acts.";

const FILTERS = {
  actor: v.optional(queryText(160, "The id or the name of who did it")),
  kind: v.optional(queryOneOf(Object.values(ActKind), "What was done")),
  app: v.optional(queryText(63, "One app only")),
  jobKey: v.optional(queryText(LONGEST_JOB_KEY, "One job only")),
  subject: v.optional(queryOneOf(Object.values(SubjectType), "What it is about that is no job, app or run")),
  subjectId: v.optional(queryText(256, "Which one: with `subject`")),
  outcome: v.optional(queryOneOf(Object.values(ActOutcome), "How it ended")),
  from: v.optional(instant("Then or later")),
  to: v.optional(instant("Before then")),
} as const;

type Filters = { readonly [Name in keyof typeof FILTERS]?: v.InferOutput<(typeof FILTERS)[Name]> };

/** Who did what and who was kept from it, and whether the record of it is whole. */
export function createAuditRoutes({ clock }: ApiContext): readonly Route[] {
  return [listRoute(), exportRoute(clock), verifyRoute(), verifyByHeadsRoute()];
}

function listRoute(): Route {
  return defineRoute({
    method: "GET",
    pattern: `${API_BASE}/audit`,
    uses: ["audit.list"],
    operationId: "listAudit",
    tag: RouteTag.History,
    summary: "List who did what, and who was refused",
    description: `As the history, with refusals, sign-ins and changes of what is no job, and where each came from; newest first. ${KEPT}`,
    query: strictObject({ ...FILTERS, limit, cursor }),
    responses: { 200: { description: "A page of acts", schema: pageSchema(auditEntrySchema) } },
    async handle({ query: { limit: most, cursor: after, ...filters }, scheduler }) {
      const query = queryOf(filters);
      const page = await readPage("audit", query, { limit: most, cursor: after }, (request) =>
        scheduler.audit.list(query, request),
      );
      return jsonResponse(pageJson(page, auditEntryJson));
    },
  });
}

function exportRoute(clock: ApiContext["clock"]): Route {
  return defineRoute({
    method: "GET",
    pattern: `${API_BASE}/audit/export`,
    uses: ["audit.list"],
    operationId: "exportAudit",
    tag: RouteTag.History,
    summary: "Export the audit",
    description: "All that the filters find, one line of JSON each, the newest first.",
    query: strictObject(FILTERS),
    responses: {
      200: {
        description: "Lines of JSON",
        mediaType: "application/x-ndjson",
        headers: { "Content-Disposition": "The file's name" },
      },
    },
    async handle({ query, scheduler }) {
      const pieces = linesOf(scheduler.audit, queryOf(query));
      // The first piece is read before anything is sent: an error that keeps the audit from being exported is known by then.
      const first = await pieces.next();
      const name = `audit-${clock.now().toISOString().slice(0, 10)}.ndjson`;
      return new Response(textStream(first, pieces), {
        headers: {
          "Content-Type": "application/x-ndjson",
          "Content-Disposition": `attachment; filename="${name}"`,
        },
      });
    },
  });
}

const verdictSchema = v.object({
  ok: v.boolean(),
  entries: v.pipe(v.number(), v.description("How many acts were checked")),
  unchained: v.pipe(
    v.number(),
    v.description("Those of them that a version before chains wrote, which nothing can be said about"),
  ),
  writers: v.pipe(v.number(), v.description("How many chains there are: each process has its own")),
  firstBreak: v.nullable(
    v.object({
      writer: v.pipe(v.nullable(v.string()), v.description("The chain; `null` for an act that is in none")),
      n: v.pipe(v.nullable(v.number()), v.description("The place in it")),
      actId: v.pipe(v.nullable(v.string()), v.description("`null` where the act is missing")),
      reason: v.picklist(Object.values(ChainBreakReason)),
    }),
  ),
  isSealed: v.pipe(
    v.boolean(),
    v.description(
      "Whether where the chains end is sealed by a key outside the store, which this process has",
    ),
  ),
  unknownOutcomes: v.pipe(
    v.number(),
    v.description("Calls of which only the intent is there: they are under way, or their process was killed"),
  ),
});

function verifyRoute(): Route {
  return defineRoute({
    method: "GET",
    pattern: `${API_BASE}/audit/verify`,
    uses: ["audit.verify"],
    operationId: "verifyAudit",
    tag: RouteTag.History,
    summary: "Check that the audit is whole",
    description:
      "Checks every act against the hashes it was appended with: one that was edited, removed, moved or added without them is named.",
    responses: { 200: { description: "Whether it is whole", schema: verdictSchema } },
    handle: async ({ scheduler }) => jsonResponse(await scheduler.audit.verify()),
  });
}

const head = strictObject({
  writer: v.pipe(line(100, 1), v.description("The chain")),
  n: v.pipe(wholeNumber(1, Number.MAX_SAFE_INTEGER), v.description("The place in it")),
  hash: v.pipe(line(64, 1), v.description("The hash of the entry in this place")),
  at: instant("When that was written"),
});

const sealedText = strictObject({ key: line(63, 1), iv: line(100, 1), data: line(1000) });

/** As a control plane writes them with `MOJOB_AUDIT_HEADS`. */
const keptLine = strictObject({
  auditHeads: strictObject({
    tenant: line(63, 1),
    at: instant("When these were the ends"),
    heads: boundedList(head, MOST_HEADS),
    seal: v.optional(sealedText),
  }),
});

function verifyByHeadsRoute(): Route {
  return defineRoute({
    method: "POST",
    pattern: `${API_BASE}/audit/verify`,
    uses: ["audit.verify"],
    operationId: "verifyAuditByHeads",
    tag: RouteTag.History,
    summary: "Check that the audit is whole and reaches heads that were kept elsewhere",
    description:
      "Besides, a chain that does not reach a head of the lines that `MOJOB_AUDIT_HEADS` had written is named: the store, or a part of it, was put back to what it was before.",
    body: strictObject({
      kept: v.pipe(
        boundedList(keptLine, MOST_LINES),
        v.description("Lines as they were written, those of one time or of several"),
      ),
    }),
    bodyExample: {
      kept: [
        {
          auditHeads: {
            tenant: "default",
            at: "2026-11-26T00:00:00.000Z",
            heads: [],
          },
        },
      ],
    },
    responses: { 200: { description: "Whether it is whole, and reaches them", schema: verdictSchema } },
    async handle({ body: { kept }, scheduler }) {
      const heads = kept.map(({ auditHeads }) => stated<AuditHeads>(auditHeads));
      return jsonResponse(await scheduler.audit.verify(heads));
    },
  });
}

function queryOf({ subject, subjectId, ...filters }: Filters): AuditListQuery {
  return stated<AuditListQuery>({
    ...filters,
    subject: subject && stated({ type: subject, id: subjectId }),
  });
}

async function* linesOf(
  audit: Pick<MoJobScheduler["audit"], "list">,
  query: AuditListQuery,
): AsyncGenerator<string, void, void> {
  let after: string | null = null;
  do {
    // Each page begins behind the one before.
    // oxlint-disable-next-line no-await-in-loop
    const page: Page<Act> = await audit.list(query, {
      limit: EXPORTED_AT_ONCE,
      ...(after !== null && { cursor: after }),
    });
    yield page.items.map((act) => `${JSON.stringify(auditEntryJson(act))}\n`).join("");
    after = page.nextCursor;
  } while (after !== null);
}
