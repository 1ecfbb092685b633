import { useState } from "react";
import { useTranslation } from "react-i18next";
import { notifyDone, notifyError } from "../../../api/notify.ts";
import type { JobDetail } from "../../../api/operations.generated.ts";
import { useApiChange } from "../../../api/use-api.ts";
import { readableScript, type ScriptInJob, scriptInJob } from "./script-in-job.ts";
import { useDraft, whyOf } from "./use-draft.ts";

const STALE = "stale_script";

export interface ScriptForm extends ScriptInJob {
  readonly comment: string;
  readonly isChanged: boolean;
  readonly isSaving: boolean;
  /** The version that was saved while this text was written; `null` where none was. */
  readonly stale: number | null;
  setSource(source: string): void;
  setLanguage(language: string): void;
  setComment(comment: string): void;
  save(): void;
  /** Keeps the text as a version that no run executes; the page then shows what is in force. */
  saveDraft(): void;
  /** Puts the text of a version into the form, to be changed and saved. */
  take(version: number): void;
  discard(): void;
  /** Saves on top of the version that was saved meanwhile. */
  keepMine(): void;
}

/** The text of a job's script while it is written. */
export function useScriptForm(job: JobDetail, saved: ScriptInJob): ScriptForm {
  const { t } = useTranslation();
  const [base, setBase] = useState(saved);
  const [text, setText] = useState(saved);
  const [comment, setComment] = useState("");
  const [refused, setRefused] = useState<number | null>(null);
  const isChanged = text.source !== base.source || text.language !== base.language;
  const reset = (to: ScriptInJob): void => {
    setBase(to);
    setText(to);
    setComment("");
    setRefused(null);
  };
  // A text that others save is shown at once, except over one that is being written here.
  if (!isChanged && saved.version > base.version) reset(saved);
  const change = useApiChange("saveScript", {
    onDone: (version) => {
      reset(readableScript(version));
      notifyDone(t("script.saved", { version: version.version }));
    },
    onFailed: (error) => {
      if (error.problem?.code === STALE) setRefused(error.problem.version ?? saved.version);
      else notifyError(error);
    },
  });
  const discard = (): void => reset(scriptInJob(job) ?? saved);
  const draft = useDraft(job.key, { onKept: discard, onTaken: setText });
  const newest = Math.max(saved.version, refused ?? 0);
  return {
    ...text,
    version: base.version,
    comment,
    isChanged,
    isSaving: change.isPending || draft.isSaving,
    stale: newest > base.version ? newest : null,
    setSource: (source) => setText({ ...text, source }),
    setLanguage: (language) => setText({ ...text, language }),
    setComment,
    save: () => {
      const { source, language } = text;
      const body = { source, language, comment: whyOf(comment), expectedVersion: base.version };
      change.mutate({ path: { key: job.key }, body });
    },
    saveDraft: () => draft.save(text, comment),
    take: draft.take,
    discard,
    keepMine: () => {
      setBase({ ...base, version: newest });
      setRefused(null);
    },
  };
}
