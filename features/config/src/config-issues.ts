import { isMoJobError, type MoJobError, MoJobErrorCode } from "@mojob/core";
import { escapePointer, type InputIssue, issueAt } from "@mojob/core/engine";

/** A mistake in a document. */
export interface ConfigIssue extends InputIssue {
  /** Where it stands in the text, from 1. */
  readonly line: number;
  /** From 1, in UTF-16 code units. */
  readonly column: number;
}

/** What services refuse because of what a document says. Anything else, such as a store that is unavailable, is no mistake of it. */
const REFUSALS: ReadonlySet<string> = new Set([
  MoJobErrorCode.InvalidArgument,
  MoJobErrorCode.InvalidArgs,
  MoJobErrorCode.InvalidCron,
  MoJobErrorCode.Forbidden,
  MoJobErrorCode.QuotaExceeded,
  MoJobErrorCode.JobKeyTaken,
  MoJobErrorCode.JobNotFound,
  MoJobErrorCode.FeatureMissing,
]);

/** Collects the mistakes of a document. */
export class ConfigIssues {
  readonly all: InputIssue[] = [];
  /** Whether one of them is that the caller may not do it. */
  isForbidden = false;

  add(...issues: readonly InputIssue[]): void {
    this.all.push(...issues);
  }

  forbid(pointer: string, permission: string, app: string | null): void {
    this.isForbidden = true;
    this.add(issueAt(pointer, "not_permitted", { permission, app }));
  }

  /**
   * Does what may be refused because of what stands at a pointer; resolves to `null` where it was.
   * @throws what is no mistake of the document
   */
  async within<Result>(pointer: string, work: () => Result | Promise<Result>): Promise<Result | null> {
    try {
      return await work();
    } catch (error) {
      if (!isMoJobError(error) || !REFUSALS.has(error.code)) throw error;
      this.#refused(pointer, error);
      return null;
    }
  }

  #refused(pointer: string, { code, issues, message }: MoJobError): void {
    if (code === MoJobErrorCode.Forbidden) this.isForbidden = true;
    if (issues.length === 0) this.add(issueAt(pointer, "custom", { text: message }));
    else this.add(...issues.map((issue) => ({ ...issue, pointer: pointer + issue.pointer })));
  }
}

/** A pointer to a member. */
export function below(pointer: string, name: string | number): string {
  return `${pointer}/${escapePointer(String(name))}`;
}
