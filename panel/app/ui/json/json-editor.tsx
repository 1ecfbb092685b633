import { autocompletion, type CompletionContext, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bracketMatching, indentOnInput, syntaxHighlighting, syntaxTree } from "@codemirror/language";
import { type Diagnostic, forceLinting, linter, lintGutter } from "@codemirror/lint";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView, keymap, lineNumbers } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";
import i18next from "i18next";
import { type ReactElement, useEffect, useRef } from "react";
import { styleNonce } from "../theme.ts";
import { editorPhrases } from "./editor-phrases.ts";
import { findJsonMistake, jsonMistakeWords } from "./json-mistake.ts";
import { ToldTexts } from "./told-texts.ts";
import "./json-editor.css";

/** A place to go to; another object goes there again. */
export interface JsonPlace {
  /** A JSON Pointer. */
  readonly pointer: string;
}

/** What may be written at the cursor. */
export interface JsonCompletions {
  /** Where what it replaces begins. */
  readonly from: number;
  readonly options: readonly {
    readonly label: string;
    readonly detail?: string;
    /** What is written. @default the label */
    readonly apply?: string;
  }[];
}

export interface JsonEditorProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** The mistakes, by JSON pointer. */
  readonly mistakes: ReadonlyMap<string, string>;
  /** The place to look at. @default nothing */
  readonly place?: JsonPlace | null;
  /** Finds what may follow the text before the cursor; `null` where nothing is known. @default nothing is offered */
  readonly complete?: (before: string, after: string) => Promise<JsonCompletions | null>;
  /** It is read and not written. @default false */
  readonly isReadOnly?: boolean;
}

/** JSON as text, every character as it is typed; mistakes where they are. */
export function JsonEditor({
  label,
  value,
  onChange,
  mistakes,
  place: wanted = null,
  complete,
  isReadOnly = false,
}: JsonEditorProps): ReactElement {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const told = useRef(new ToldTexts());
  const latest = useRef({ onChange, mistakes, complete });
  latest.current = { onChange, mistakes, complete };
  useEffect(() => {
    if (place.current === null) return;
    const tell = (text: string): void => {
      told.current.tell(text);
      latest.current.onChange(text);
    };
    const made = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: value,
        extensions: [
          ...LOOKS,
          editorPhrases(),
          autocompletion({ override: [(context) => completions(context, latest.current.complete)] }),
          EditorState.readOnly.of(isReadOnly),
          EditorView.contentAttributes.of({
            "aria-label": label,
            "aria-multiline": "true",
            // It scrolls, so the keyboard must be able to reach it.
            tabindex: "0",
          }),
          linter((editor) => diagnostics(editor, latest.current.mistakes), { delay: 300 }),
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
  }, [label, isReadOnly]);
  useEffect(() => {
    const editor = view.current;
    if (editor === null) return;
    const own = editor.state.doc.toString();
    if (told.current.isNews(value, own)) editor.dispatch({ changes: changedPart(own, value) });
  }, [value]);
  useEffect(() => {
    if (view.current !== null) forceLinting(view.current);
  }, [mistakes]);
  useEffect(() => {
    if (view.current === null || wanted === null) return;
    const { from } = rangeOf(view.current.state, wanted.pointer);
    view.current.dispatch({
      selection: { anchor: from },
      effects: EditorView.scrollIntoView(from, { y: "center" }),
    });
    view.current.focus();
  }, [wanted]);
  return <div ref={place} className="json-editor" />;
}

/** The part of a text that is another one: what is around it is not read again. */
function changedPart(
  text: string,
  next: string,
): { readonly from: number; readonly to: number; readonly insert: string } {
  const shorter = Math.min(text.length, next.length);
  let from = 0;
  while (from < shorter && text[from] === next[from]) from += 1;
  let same = 0;
  while (same < shorter - from && text.at(-1 - same) === next.at(-1 - same)) same += 1;
  return { from, to: text.length - same, insert: next.slice(from, next.length - same) };
}

const LOOKS: readonly Extension[] = [
  EditorView.cspNonce.of(styleNonce()),
  lineNumbers(),
  history(),
  indentOnInput(),
  bracketMatching(),
  lintGutter(),
  json(),
  syntaxHighlighting(classHighlighter),
  EditorView.lineWrapping,
  // Tab stays the way out of the editor.
  keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
];

async function completions(
  { state, pos, explicit }: CompletionContext,
  complete: JsonEditorProps["complete"],
) {
  const before = state.sliceDoc(0, pos);
  // A list that comes up by itself behind each space is in the way.
  if (complete === undefined || (!explicit && /[\s,:[{]$/.test(before))) return null;
  const found = await complete(before, state.sliceDoc(pos, pos + 1));
  return found === null ? null : { from: found.from, options: [...found.options] };
}

function diagnostics(view: EditorView, mistakes: ReadonlyMap<string, string>): readonly Diagnostic[] {
  const text = view.state.doc.toString();
  // Nothing written yet is no mistake.
  const syntax = text.trim() === "" ? null : findJsonMistake(text);
  if (syntax !== null) {
    const from = Math.min(syntax.offset ?? 0, text.length);
    const message = jsonMistakeWords(syntax, text, i18next.t);
    return [{ from, to: Math.min(from + 1, text.length), severity: "error", message }];
  }
  return [...mistakes].map(([pointer, message]) => ({
    ...rangeOf(view.state, pointer),
    severity: "error",
    message,
  }));
}

interface SyntaxNode {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly firstChild: SyntaxNode | null;
  readonly lastChild: SyntaxNode | null;
  readonly nextSibling: SyntaxNode | null;
}

/** Where a pointer leads; where it leads to nothing, what should hold it. */
function rangeOf(state: EditorState, pointer: string): { readonly from: number; readonly to: number } {
  let node: SyntaxNode | null = syntaxTree(state).topNode.firstChild;
  if (node === null) return { from: 0, to: state.doc.length };
  for (const part of pointer.split("/").slice(1)) {
    const inner: SyntaxNode | null = memberOf(state, node, part.replaceAll("~1", "/").replaceAll("~0", "~"));
    if (inner === null) break;
    node = inner;
  }
  return { from: node.from, to: node.to };
}

const VALUES: ReadonlySet<string> = new Set(["Object", "Array", "String", "Number", "True", "False", "Null"]);

function memberOf(state: EditorState, node: SyntaxNode, name: string): SyntaxNode | null {
  let index = 0;
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (node.name === "Array" && VALUES.has(child.name)) {
      if (String(index) === name) return child;
      index += 1;
    }
    if (child.name === "Property" && child.firstChild !== null) {
      const { from, to } = child.firstChild;
      if (JSON.parse(state.sliceDoc(from, to)) === name) return child.lastChild;
    }
  }
  return null;
}
