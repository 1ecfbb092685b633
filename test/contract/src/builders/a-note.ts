import { defineRecords, type JsonObject, type RecordDefinition } from "@mojob/core/ports";
import { instant } from "./instant.ts";

/** A record with a value of each type, as a feature may declare one. */
export interface Note {
  readonly tenant: string;
  readonly id: string;
  readonly revision: number;
  readonly topic: string;
  readonly rank: number;
  readonly at: Date;
  readonly done: boolean;
  readonly owner: { readonly name: string } | null;
  readonly text: string;
  readonly body: JsonObject;
}

type NoteField = "id" | "revision" | "topic" | "rank" | "at" | "done" | "owner";

export const NOTES: RecordDefinition<Note, NoteField> = defineRecords({
  name: "notes",
  key: ({ id }: Note) => id,
  fields: {
    id: "text",
    revision: "number",
    topic: "text",
    rank: "number",
    at: "time",
    done: "flag",
    owner: { type: "text", path: "owner.name" },
  },
  indexes: { topic: { topic: 1, at: -1, id: -1 }, at: { at: 1, id: 1 } },
  apart: { text: "text", body: "json" },
});

/** The note with this number, written so many seconds after the start. */
export function aNote(tenant: string, number: number, given: Partial<Note> = {}): Note {
  return {
    tenant,
    id: `note-${String(number).padStart(3, "0")}`,
    revision: 1,
    topic: "shop",
    rank: number,
    at: instant(number),
    done: false,
    owner: null,
    text: `Text ${number}`,
    body: {},
    ...given,
  };
}
