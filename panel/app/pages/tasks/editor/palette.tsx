import { Text, TextInput, UnstyledButton } from "@mantine/core";
import { type PointerEvent as ReactPointerEvent, type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { NEW_NODES, type NewNodeKind } from "../edit/new-node.ts";
import { TypeIcon } from "../graph/node-icon.tsx";
import type { NodeType, Position } from "../graph/body-node.ts";

const ICONS: Readonly<Record<NewNodeKind, NodeType>> = {
  work: "job",
  job: "job",
  condition: "condition",
  wait: "wait",
  approval: "approval",
  task: "task",
  group: "group",
  batch: "job",
  loop: "condition",
};

export interface PaletteProps {
  readonly onAdd: (kind: NewNodeKind) => void;
  /** Called with a place in the page, which is within the drawing. */
  readonly onDrop: (kind: NewNodeKind, at: Position) => void;
}

/** The kinds of nodes: one is dragged to its place, or added after the chosen node. */
export function Palette({ onAdd, onDrop }: PaletteProps): ReactElement {
  const { t } = useTranslation();
  const [search, setSearch] = useState("");
  const kinds = NEW_NODES.filter((kind) =>
    `${kind} ${t(`editor.kind.${kind}`)}`.toLowerCase().includes(search.toLowerCase()),
  );
  return (
    <details className="editor-palette" open={globalThis.innerWidth > 768}>
      <summary>{t("editor.palette")}</summary>
      <TextInput
        size="xs"
        aria-label={t("editor.find")}
        placeholder={t("editor.find")}
        value={search}
        onChange={({ currentTarget: { value } }) => setSearch(value)}
      />
      <ul aria-label={t("editor.palette")}>
        {kinds.map((kind) => (
          <li key={kind}>
            <UnstyledButton
              className="editor-entry"
              data-kind={kind}
              onPointerDown={(event) => followEntry(event, (at) => onDrop(kind, at))}
              onClick={() => onAdd(kind)}
            >
              <TypeIcon type={ICONS[kind]} /> {t(`editor.kind.${kind}`)}
            </UnstyledButton>
          </li>
        ))}
      </ul>
      <Text size="xs" c="dimmed">
        {t("editor.paletteHint")}
      </Text>
    </details>
  );
}

/** Follows an entry until it is let go within the drawing; let go on itself it is a click. */
function followEntry(
  { button, pointerId }: ReactPointerEvent<HTMLElement>,
  onDrop: (at: Position) => void,
): void {
  if (button !== 0) return;
  const stop = (end: PointerEvent): void => {
    if (end.pointerId !== pointerId) return;
    globalThis.removeEventListener("pointerup", stop);
    globalThis.removeEventListener("pointercancel", stop);
    const below = document.elementFromPoint(end.clientX, end.clientY);
    if (end.type === "pointerup" && below !== null && below.closest(".editor-canvas") !== null)
      onDrop({ x: end.clientX, y: end.clientY });
  };
  globalThis.addEventListener("pointerup", stop);
  globalThis.addEventListener("pointercancel", stop);
}
