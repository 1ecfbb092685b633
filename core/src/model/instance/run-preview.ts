import type { JsonObject, JsonValue } from "../../base/json.ts";
import type { JobFailure } from "./job-instance.ts";
import { isSecretName } from "../preview/secret-name.ts";

const ARGS_LENGTH = 80;
const ERROR_LENGTH = 200;
const MASK = "***";
const MASKED = JSON.stringify(MASK);

/** The beginning of a run's arguments as JSON, for lists: at most 80 characters, secrets masked; `null` for no arguments. */
export function previewArgs(args: JsonValue): string | null {
  if (args === null) return null;
  if (typeof args !== "object" || Array.isArray(args)) return clip(masked(args), ARGS_LENGTH);
  let text = "";
  const members = args as JsonObject;
  // Names and not entries: those would be a pair for each, and every run has a preview.
  for (const name of Object.keys(members)) {
    const shown = isSecretName(name) ? MASKED : masked(members[name] ?? null);
    text += `${text === "" ? "{" : ","}${JSON.stringify(name)}:${shown}`;
    if (text.length >= ARGS_LENGTH) break;
  }
  return clip(text === "" ? "{}" : `${text}}`, ARGS_LENGTH);
}

/**
 * Summarizes a failure in one line of at most 200 characters: the first line of the innermost cause. That of a task is that of its node, so
 * that failures are equal that have one cause.
 */
export function summarizeFailure(failure: JobFailure): string {
  const [, ...causes] = (failure.stack ?? "").split("\nCaused by: ");
  const root = causes.at(-1)?.split("\n", 1)[0];
  const [first = ""] = ownMessage(failure).split("\n", 1);
  return clip(
    root === undefined || root === "" || first.includes(root) ? first : `${first} ← ${root}`,
    ERROR_LENGTH,
  );
}

/** The message of a failure without the node of a task that stands before it. */
export function ownMessage({ message, parameters }: Pick<JobFailure, "message" | "parameters">): string {
  const place = `${parameters?.node ?? ""}: `;
  return place.length > 2 && message.startsWith(place) ? message.slice(place.length) : message;
}

function masked(value: JsonValue): string {
  // No more of a text can be shown, and most members hide nothing.
  if (typeof value === "string") return JSON.stringify(value.slice(0, ARGS_LENGTH));
  if (typeof value !== "object" || value === null) return String(value);
  return JSON.stringify(value, (name, member: unknown) =>
    name !== "" && isSecretName(name) ? MASK : member,
  );
}

function clip(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`;
}
