import { MoJobErrorCode } from "@mojob/core";
import type { StoredFile } from "@mojob/core/ports";
import * as v from "valibot";
import { API_BASE } from "../../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../../route/route.ts";
import { instanceId, instantOut, line } from "../../schema/fields.ts";
import { strictObject } from "../../schema/strict-object.ts";

const LONGEST_NAME = 200;

const fileSchema = v.object({
  name: v.string(),
  size: v.pipe(v.number(), v.description("In bytes")),
  sha256: v.pipe(v.string(), v.description("Of its content, in hexadecimal digits")),
  storedAt: instantOut,
});

/** The files of a run. */
export function createFileRoutes(): readonly Route[] {
  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/instances/:id/files`,
      uses: ["instances.files"],
      operationId: "listInstanceFiles",
      tag: RouteTag.Instances,
      summary: "List the files of a run",
      description:
        "Those that its attempts have stored and that are there now, by name. Of a task each node has its own, which are files of the node's run.",
      path: strictObject({ id: instanceId }),
      responses: { 200: { description: "At most 100", schema: v.object({ items: v.array(fileSchema) }) } },
      problems: [MoJobErrorCode.InstanceNotFound],
      async handle({ path: { id }, scheduler }) {
        return jsonResponse({ items: (await scheduler.instances.files(id)).map(fileJson) });
      },
    }),
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/instances/:id/files/:file`,
      uses: ["instances.file"],
      operationId: "downloadInstanceFile",
      tag: RouteTag.Instances,
      summary: "Download a file of a run",
      description:
        "Its bytes as they were stored, to be saved and not to be shown: a job may have written anything.",
      path: strictObject({ id: instanceId, file: line(LONGEST_NAME, 1) }),
      responses: {
        200: {
          description: "The file",
          mediaType: "application/octet-stream",
          headers: { "Content-Disposition": "The file's name", "Content-Length": "Its size in bytes" },
        },
      },
      problems: [MoJobErrorCode.InstanceNotFound, MoJobErrorCode.FileNotFound],
      async handle({ path: { id, file: name }, scheduler }) {
        const { file, open } = await scheduler.instances.file(id, name);
        return new Response(open(), {
          headers: {
            "Content-Type": "application/octet-stream",
            "Content-Length": String(file.size),
            "Content-Disposition": dispositionOf(file.name),
          },
        });
      },
    }),
  ];
}

function fileJson({ name, size, sha256, storedAt }: StoredFile): v.InferOutput<typeof fileSchema> {
  return { name, size, sha256, storedAt: storedAt.toISOString() };
}

/** The name in ASCII for old clients, and as it is for others (RFC 6266, RFC 8187). */
export function dispositionOf(name: string): string {
  const plain = name.replaceAll(/[^\w. ()-]/g, "_");
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
