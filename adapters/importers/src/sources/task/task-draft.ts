import type { ParamDeclaration, TaskNode } from "@mojob/core/engine";
import { type Finding, info, warning } from "../../finding.ts";
import type { FindingParameters } from "../../finding-parameters.ts";
import type { FindingCode } from "../../words/finding-words.ts";

const LONGEST_ID = 64;

/** A graph on its way here: its nodes, its parameters, and what a person should know of them. */
export class TaskDraft {
  readonly nodes: TaskNode[] = [];
  readonly findings: Finding[] = [];
  readonly #params = new Map<string, ParamDeclaration>();
  readonly #ids = new Map<string, string>();
  readonly #taken = new Set<string>();
  /** The number that the next node of a name has. */
  readonly #numbers = new Map<string, number>();
  #isUnfinished = false;

  /** Whether something has to be written by a person before it can run. */
  get isUnfinished(): boolean {
    return this.#isUnfinished;
  }

  get params(): readonly ParamDeclaration[] {
    return [...this.#params.values()];
  }

  declare(param: ParamDeclaration): void {
    if (!this.#params.has(param.name)) this.#params.set(param.name, param);
  }

  hasParam(name: string): boolean {
    return this.#params.has(name);
  }

  /** The id of the node that a task of the source becomes. */
  idOf(source: string, name: string = source): string {
    const known = this.#ids.get(source);
    if (known !== undefined) return known;
    const id = this.newId(name);
    this.#ids.set(source, id);
    return id;
  }

  /** An id that no other node has. */
  newId(name: string): string {
    const adapted = name
      .replaceAll(".", "__")
      .replace(/[^\p{L}\p{N}_-]+/gu, "-")
      .slice(0, LONGEST_ID - 4);
    const base = adapted === "" || adapted === "__proto__" ? "node" : adapted;
    let id = base;
    for (let number = this.#numbers.get(base) ?? 2; this.#taken.has(id); number += 1) {
      id = `${base}-${number}`;
      this.#numbers.set(base, number + 1);
    }
    this.#taken.add(id);
    return id;
  }

  info(code: FindingCode, field: string, parameters: FindingParameters): void {
    this.findings.push(info(code, field, parameters));
  }

  warn(code: FindingCode, field: string, parameters: FindingParameters): void {
    this.findings.push(warning(code, field, parameters));
  }

  /** Warns of something without which it would do something else than before. */
  leaveUnfinished(code: FindingCode, field: string, parameters: FindingParameters): void {
    this.warn(code, field, parameters);
    this.#isUnfinished = true;
  }

  /** Warns of what a node of the source states and nothing here has. */
  lose(node: string, field: string, found: string): void {
    this.warn("node_field_ignored", `${node}.${field}`, { node, field, found });
  }
}
