import { NonRetryableError } from "@mojob/core";
import { LoopTurns } from "@mojob/core/engine";
import { systemClock } from "@mojob/core/ports";
import type { Liquid } from "liquidjs";
import { loadPeer } from "../load-peer.ts";
import type { Notice } from "../notice.ts";
import { cut, LONGEST_ERROR } from "./cut.ts";
import { drive } from "./drive.ts";
import type { Escape } from "./escape.ts";

/** Rendering takes so many milliseconds at most, in stretches of a few. */
const LIMITS = { parseLimit: 10_000, renderLimit: 500, memoryLimit: 1_000_000 };

let engine: Promise<Liquid> | null = null;

/**
 * A job's own text with the values of a notice, each made safe for where it is shown; addresses stay as they are.
 * @throws NonRetryableError with what Liquid says is wrong, and where
 */
export async function renderTemplate(template: string, notice: Notice, escape: Escape): Promise<string> {
  engine ??= load();
  const liquid = await engine;
  try {
    const values = safe(notice, escape) as object;
    // Only the steps themselves let the event loop turn between them; all other ways render at once.
    // oxlint-disable-next-line no-underscore-dangle
    const steps = liquid._parseAndRender(template, values, { sync: false });
    return String(await drive(steps, LoopTurns.of(systemClock)));
  } catch (error) {
    throw new NonRetryableError(`Cannot make the text of "work.template": ${firstLine(error)}`);
  }
}

/** Templates are the one given: by default the engine would read files that they name. */
async function load(): Promise<Liquid> {
  const { Liquid: Engine } = await loadPeer("liquidjs", () => import("liquidjs"));
  return new Engine({ templates: {}, ownPropertyOnly: true, strictFilters: true, ...LIMITS });
}

function safe(value: unknown, escape: Escape, name = ""): unknown {
  if (typeof value === "string")
    return name === "url" ? value : escape(name === "error" ? cut(value, LONGEST_ERROR) : value);
  if (Array.isArray(value)) return value.map((one) => safe(one, escape, name));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, safe(one, escape, key)]));
}

function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return cut(text.split("\n", 1)[0] ?? "", 300);
}
