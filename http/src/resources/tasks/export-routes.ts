import { MoJobErrorCode } from "@mojob/core";
import { sealLines } from "@mojob/tasks/replay";
import { API_BASE, type ApiContext } from "../../route/api-context.ts";
import { defineRoute, type Route, RouteTag } from "../../route/route.ts";
import { textStream } from "../../route/text-stream.ts";
import { instanceId } from "../../schema/fields.ts";
import { SHOWING_RUNS } from "../instances/show.ts";
import { strictObject } from "../../schema/strict-object.ts";
import { runParts } from "./run-parts.ts";

/** A run of a task as one file. */
export function createExportRoutes({ clock }: ApiContext): readonly Route[] {
  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/instances/:id/task/export`,
      uses: ["tasks.at", "tasks.log", "instances.get", "instances.logs", ...SHOWING_RUNS],
      operationId: "exportTask",
      tag: RouteTag.Instances,
      summary: "Export a run of a task",
      description:
        "One file for people elsewhere: its graph, its log, the runs of its nodes and their log lines, as far as the caller may read them, " +
        "one line of JSON each, with hashes between them. The panel shows it without a scheduler.",
      path: strictObject({ id: instanceId }),
      responses: {
        200: {
          description: "Lines of JSON, compressed with gzip",
          mediaType: "application/gzip",
          headers: { "Content-Disposition": "The file's name" },
        },
      },
      problems: [MoJobErrorCode.InstanceNotFound, MoJobErrorCode.NotATask],
      async handle({ path: { id }, scheduler }) {
        const pieces = sealLines(runParts(scheduler, id, clock.now()));
        // The first piece is read before anything is sent: an error that keeps the run from being exported is known by then.
        const first = await pieces.next();
        const text = textStream(first, pieces);
        const name = id.replaceAll(/[^\w.-]/g, "_").slice(0, 100);
        const canZip = typeof CompressionStream !== "undefined";
        return new Response(canZip ? text.pipeThrough(new CompressionStream("gzip")) : text, {
          headers: {
            "Content-Type": canZip ? "application/gzip" : "application/x-ndjson",
            "Content-Disposition": `attachment; filename="run-${name}.ndjson${canZip ? ".gz" : ""}"`,
          },
        });
      },
    }),
  ];
}
