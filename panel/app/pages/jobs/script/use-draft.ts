import { useTranslation } from "react-i18next";
import { callApi } from "../../../api/call-api.ts";
import { notifyDone, notifyError } from "../../../api/notify.ts";
import { useApiChange } from "../../../api/use-api.ts";
import { readableScript, type ScriptInJob } from "./script-in-job.ts";

export interface DraftEvents {
  readonly onKept: () => void;
  readonly onTaken: (text: ScriptInJob) => void;
}

export interface Drafts {
  readonly isSaving: boolean;
  save(text: ScriptInJob, comment: string): void;
  /** Reads the text of a version. */
  take(version: number): void;
}

/** Keeps texts of a job without putting them in force, and takes them up again. */
export function useDraft(key: string, { onKept, onTaken }: DraftEvents): Drafts {
  const { t, i18n } = useTranslation();
  const draft = useApiChange("saveScriptDraft", {
    onDone: ({ version, issues }) => {
      onKept();
      notifyDone(t("script.draftSaved", { version, count: issues.length }));
    },
  });
  return {
    isSaving: draft.isPending,
    save: ({ source, language }, comment) =>
      draft.mutate({ path: { key }, body: { source, language, comment: whyOf(comment) } }),
    take: (version) => {
      callApi("getScriptVersion", { path: { key, version: String(version) } }, { language: i18n.language })
        .then((taken) => onTaken(readableScript(taken)))
        .catch(notifyError);
    },
  };
}

/** The given reason of a change; `null` for none. */
export function whyOf(comment: string): string | null {
  const why = comment.trim();
  return why === "" ? null : why;
}
