import { Text, TextInput, UnstyledButton } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { TypeIcon } from "../graph/node-icon.tsx";
import type { NodeType } from "../graph/body-node.ts";
import { PALETTE, type PaletteKind } from "./new-source.ts";

/** What a dragged entry of the palette carries. */
export const DRAGGED_KIND = "application/x-mojob-node";

const ICONS: Readonly<Record<PaletteKind, NodeType>> = {
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
  readonly onAdd: (kind: PaletteKind) => void;
}

/** The kinds of nodes: one is dragged to its place, or added after the chosen node. */
export function Palette({ onAdd }: PaletteProps): ReactElement {
  const { t } = useTranslation();
  const [search, setSearch] = useState("");
  const kinds = PALETTE.filter((kind) =>
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
              draggable
              onDragStart={({ dataTransfer }) => {
                dataTransfer.setData(DRAGGED_KIND, kind);
                dataTransfer.effectAllowed = "copy";
              }}
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
