import { SegmentedControl, Skeleton, Text } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { lazy, type ReactElement, type RefObject, Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { withWords } from "../../../i18n/i18n.ts";
import type { JsonPlace } from "../../../ui/json/json-editor.tsx";
import { browserClock } from "../../../time/clock.ts";
import type { NodePlace } from "../edit/add-node.ts";
import type { Body } from "../edit/body.ts";
import { needsKey, type NewNodeKind } from "../edit/new-node.ts";
import { readBody } from "../edit/read-body.ts";
import { type BodyNode, flatNodes } from "../graph/body-node.ts";
import type { BodyCheck } from "../check/use-body-check.ts";
import type { DrawWork } from "../inspector/form-context.ts";
import { EditorBar } from "./editor-bar.tsx";
import { EditorCanvas, placeOf } from "./editor-canvas.tsx";
import { EditorDialogs, type OpenDialog } from "./editor-dialogs.tsx";
import { LateInspector } from "./late-inspector.tsx";
import { Palette } from "./palette.tsx";
import { useEditor } from "./use-editor.ts";
import { useHistory } from "./use-history.ts";
import { useKeys } from "./use-keys.ts";
import "./editor.css";

const BodyText = lazy(
  withWords(async () => ({ default: (await import("../inspector/body-text.tsx")).BodyText }), "inspector"),
);

const TemplateMenu = lazy(
  withWords(async () => ({ default: (await import("../template/template-menu.tsx")).TemplateMenu }), "flow"),
);

const WhatIf = lazy(
  withWords(async () => ({ default: (await import("../what-if/what-if.tsx")).WhatIf }), "flow"),
);

const BodyDifference = lazy(
  withWords(
    async () => ({ default: (await import("../difference/body-difference.tsx")).BodyDifference }),
    "flow",
  ),
);

const VIEWS = ["drawing", "both", "json"] as const;
type ShownView = (typeof VIEWS)[number];
/** Looked at now and then, and not what the next workflow begins with. */
const LOOKS = ["changes", "whatIf"] as const;
type Look = (typeof LOOKS)[number];

export interface TaskEditorProps {
  readonly text: string;
  /** As the text has it; `null` while that is no JSON. */
  readonly body: Body | null;
  /** Whose workers run it. */
  readonly app: string;
  /** The job that has it; `null` where that does not exist yet. */
  readonly jobKey: string | null;
  /** Draws what a node runs. */
  readonly Work: DrawWork;
  /** The nodes of the text; while it is no JSON those it had before. */
  readonly nodes: readonly BodyNode[];
  readonly check: BodyCheck;
  /** What is worth a look, by pointer. */
  readonly warnings: ReadonlyMap<string, string>;
  /** The body in force; `null` where there is none yet. */
  readonly saved: string | null;
  /** The node that is chosen at first; `null` for none. */
  readonly node: string | null;
  /** A place of the text that somebody went to. */
  readonly place: JsonPlace | null;
  readonly onChange: (text: string) => void;
}

/** A body as a drawing and as JSON: both are of one text, and have one history. */
export function TaskEditor(props: TaskEditorProps): ReactElement {
  const { text, body, app, jobKey, nodes, check, warnings, Work, node, saved, place, onChange } = props;
  const { t } = useTranslation();
  const [kept, keep] = useLocalStorage<ShownView>({ key: "mojob.workflowView", defaultValue: "both" });
  const [look, setLook] = useState<Look | null>(null);
  const view = look ?? kept;
  const show = (wanted: ShownView | Look): void => {
    const chosen = VIEWS.find((one) => one === wanted);
    if (chosen !== undefined) keep(chosen);
    setLook(LOOKS.find((one) => one === wanted) ?? null);
  };
  const offered = [...VIEWS, ...LOOKS].filter((one) => one !== "changes" || saved !== null);
  const history = useHistory(text, onChange);
  const editor = useEditor(body, history, node);
  const type = (next: string): void => history.type(next, browserClock.now());
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const inspector = useRef<HTMLElement>(null);
  const section = useFocusAfter(dialog !== null);
  const last = [...editor.chosen].at(-1) ?? null;
  const add = (kind: NewNodeKind, at?: NodePlace): void => {
    if (needsKey(kind)) setDialog({ type: kind, place: at });
    else editor.add(kind, undefined, at);
  };
  const keys = useKeys(
    editor,
    history,
    (what) => {
      if (what !== "edge" || last !== null) setDialog({ type: what });
    },
    () => inspector.current?.focus(),
  );
  const wanted = useWantedNode(nodes, place, (id) => editor.choose(new Set([id])));
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={t("editor.label")}
      className="editor"
      {...(look === null && keys)}
    >
      <div className="editor-head">
        <SegmentedControl
          size="xs"
          aria-label={t("editor.view.label")}
          value={view}
          onChange={show}
          data={offered.map((value) => ({ value, label: t(`editor.view.${value}`) }))}
        />
        <EditorBar
          editor={editor}
          history={history}
          isDrawn={look === null}
          onKeys={() => setDialog({ type: "keys" })}
        />
      </div>
      {editor.body === null && (
        <Text size="sm" role="status">
          {t("editor.noJson")}
        </Text>
      )}
      {(view === "drawing" || view === "both") && (
        <div className="editor-stage">
          <Palette onAdd={add} onDrop={(kind, at) => add(kind, placeOf(editor, at))} />
          <div className="editor-middle">
            <EditorCanvas nodes={nodes} editor={editor} />
            {nodes.length === 0 && editor.body !== null && (
              <Suspense>
                <TemplateMenu body={editor.body} onPick={history.edit} />
              </Suspense>
            )}
          </div>
          <section
            ref={inspector}
            tabIndex={-1}
            aria-label={t("editor.selected")}
            className="editor-inspector"
          >
            <LateInspector
              body={body}
              selected={last}
              app={app}
              jobKey={jobKey}
              mayEdit
              issues={check.mistakes}
              warnings={warnings}
              Work={Work}
              onChange={type}
              onSelect={(id) => editor.choose(new Set(id === null ? [] : [id]))}
            />
          </section>
        </div>
      )}
      {(view === "json" || view === "both") && (
        <Suspense>
          <BodyText
            jobKey={jobKey}
            app={app}
            body={body}
            label={t("task.body.label")}
            value={text}
            onChange={type}
            mistakes={check.mistakes}
            place={view === "json" ? place : wanted}
          />
        </Suspense>
      )}
      {editor.body !== null && (
        <Suspense fallback={<Skeleton height={320} />}>
          {view === "whatIf" && <WhatIf text={text} nodes={nodes} />}
          {view === "changes" && <BodyDifference before={readBody(saved ?? "")} after={editor.body} />}
        </Suspense>
      )}
      {dialog !== null && (
        <EditorDialogs
          dialog={dialog}
          editor={editor}
          chosen={last}
          ids={flatNodes(nodes).map(({ id }) => id)}
          onAdd={add}
          onClose={() => setDialog(null)}
        />
      )}
    </section>
  );
}

/** Where the keyboard goes on after a dialog that something else than a control has opened. */
function useFocusAfter(isOpen: boolean): RefObject<HTMLElement | null> {
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    const { current } = place;
    return () => current?.focus({ preventScroll: true });
  }, [isOpen]);
  return place;
}

/** Chooses the node that a place is in, and returns the place. */
function useWantedNode(
  nodes: readonly BodyNode[],
  place: JsonPlace | null,
  choose: (id: string) => void,
): JsonPlace | null {
  const [seen, setSeen] = useState(place);
  if (place === seen || place === null) return place;
  setSeen(place);
  const found = flatNodes(nodes).findLast(({ pointer }) => `${place.pointer}/`.startsWith(`${pointer}/`));
  if (found !== undefined) choose(found.id);
  return place;
}
