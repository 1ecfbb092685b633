import { EditorState, type Extension } from "@codemirror/state";
import i18next from "i18next";

/** What CodeMirror itself says, in the language of the page. */
export function editorPhrases(): Extension {
  return EditorState.phrases.of({
    Completions: i18next.t("runJob.completions"),
    "Selection deleted": i18next.t("runJob.selectionDeleted"),
  });
}
