import { useState } from "react";
import type { ApiError } from "../../api/api-error.ts";
import type { Operations } from "../../api/operations.generated.ts";
import { useApiChange } from "../../api/use-api.ts";

export type ConfigDiff = Operations["diffConfig"]["answer"];
export type ConfigChange = ConfigDiff["changes"][number];

export interface ConfigForm {
  readonly text: string;
  readonly prune: boolean;
  readonly note: string;
}

export interface Config {
  readonly form: ConfigForm;
  /** `null` until it was compared as it stands. */
  readonly diff: ConfigDiff | null;
  readonly refusal: ApiError | null;
  /** How many changes were applied; `null` until they were. */
  readonly applied: number | null;
  readonly isPending: boolean;
  change(changed: Partial<ConfigForm>): void;
  /** Changes the note alone, by which nothing differs. */
  annotate(note: string): void;
  compare(): void;
  apply(): void;
}

/** A document on its way here: what it would change, and what it has changed. */
export function useConfig(): Config {
  const [form, setForm] = useState<ConfigForm>({ text: "", prune: false, note: "" });
  const [diff, setDiff] = useState<ConfigDiff | null>(null);
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const [applied, setApplied] = useState<number | null>(null);
  const forget = (): void => {
    setDiff(null);
    setRefusal(null);
    setApplied(null);
  };
  const comparing = useApiChange("diffConfig", { onDone: setDiff, onFailed: setRefusal });
  const applying = useApiChange("applyConfig", {
    onDone(answer) {
      forget();
      setApplied(answer.applied.length);
    },
    onFailed(error) {
      setDiff(null);
      setRefusal(error);
    },
  });
  const { text, prune, note } = form;
  return {
    form,
    diff,
    refusal,
    applied,
    isPending: comparing.isPending || applying.isPending,
    change(changed) {
      setForm((before) => ({ ...before, ...changed }));
      forget();
    },
    annotate: (note) => setForm((before) => ({ ...before, note })),
    compare() {
      forget();
      comparing.mutate({ body: { text, prune } });
    },
    apply() {
      const digest = diff?.digest ?? "";
      applying.mutate({ body: { text, prune, digest, ...(note.trim() !== "" && { note: note.trim() }) } });
    },
  };
}
