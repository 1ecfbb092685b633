import { autocompletion, type CompletionContext, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { type Diagnostic, linter } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { type ReactElement, useContext, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { editorPhrases } from "../../../ui/json/editor-phrases.ts";
import { ToldTexts } from "../../../ui/json/told-texts.ts";
import { styleNonce } from "../../../ui/theme.ts";
import { completeExpression } from "./complete-expression.ts";
import { findMistake } from "./find-mistake.ts";
import { PastRunContext } from "./preview.ts";
import type { ExpressionScope } from "./scope.ts";
import "../../../ui/json/json-editor.css";

export interface ExpressionEditorProps {
  readonly label: string;
  readonly text: string;
  readonly scope: ExpressionScope;
  readonly isDisabled: boolean;
  readonly onChange: (text: string) => void;
}

/** An expression as text: completed while it is typed, its mistake where it is. */
export function ExpressionEditor({
  label,
  text,
  scope,
  isDisabled,
  onChange,
}: ExpressionEditorProps): ReactElement {
  const { i18n } = useTranslation();
  const run = useContext(PastRunContext);
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const told = useRef(new ToldTexts());
  const latest = useRef({ onChange, scope, run });
  latest.current = { onChange, scope, run };
  useEffect(() => {
    if (place.current === null) return;
    const complete = async ({ state, pos }: CompletionContext) => {
      const { scope: now, run: past } = latest.current;
      const found = await completeExpression(state.sliceDoc(0, pos), now, past);
      return found === null ? null : { from: found.from, options: [...found.options] };
    };
    const tell = (next: string): void => {
      told.current.tell(next);
      latest.current.onChange(next);
    };
    const made = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: text,
        extensions: [
          EditorView.cspNonce.of(styleNonce()),
          EditorState.readOnly.of(isDisabled),
          editorPhrases(),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ "aria-label": label }),
          history(),
          autocompletion({ override: [complete] }),
          linter((editor) => diagnostics(editor.state.doc.toString()), { delay: 200 }),
          keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged) tell(state.doc.toString());
          }),
        ],
      }),
    });
    view.current = made;
    return () => made.destroy();
    // The editor keeps its own text: it is created once, and changes from elsewhere are dispatched to it below.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [label, isDisabled, i18n.language]);
  useEffect(() => {
    const editor = view.current;
    if (editor === null || !told.current.isNews(text, editor.state.doc.toString())) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } });
  }, [text]);
  return <div ref={place} className="json-editor expression-editor" />;
}

function diagnostics(text: string): readonly Diagnostic[] {
  const mistake = findMistake(text);
  if (mistake === null) return [];
  const from = Math.min(mistake.at, Math.max(text.length - 1, 0));
  return [{ from, to: Math.min(from + 1, text.length), severity: "error", message: mistake.words }];
}
