import type { FileOperationName, FileMemberKind, FileMemberName } from "./file-members.ts";

/** Where arguments stand in texts; braces of its own would be read as a word's parameter. */
export const ARGUMENT = { argument: "{args.name}" } as const;

export interface FileMemberProps {
  readonly operation: FileOperationName;
  readonly name: FileMemberName;
  readonly kind: FileMemberKind;
  readonly value: unknown;
  /** What workers of the app offer. */
  readonly offered: readonly string[];
  readonly error: string | undefined;
  /** `undefined` where it is not given. */
  readonly onChange: (value: unknown) => void;
}
