import type { WorkMembers } from "./work-members.ts";

export interface WorkFieldsProps {
  /** Whose workers run it. */
  readonly app: string;
  readonly work: WorkMembers;
  /** The programs or app names that workers of the app take. */
  readonly names: readonly string[];
  /** By pointer into the work. */
  readonly mistakes: ReadonlyMap<string, string>;
  readonly onMember: (name: string, value: unknown) => void;
  /** Replaces all of the work. */
  readonly onWork: (work: WorkMembers) => void;
}

/** The placeholders in a request, which are filled when it is sent. */
export const PLACEHOLDERS = { secret: "{{secrets.NAME}}", callback: "{{callbackUrl}}" } as const;

/** How each field of the form is laid out. */
export const FIELD = {
  classNames: { root: "option-row" },
  inputWrapperOrder: ["label", "input", "description", "error"] as ("label" | "input")[],
};
