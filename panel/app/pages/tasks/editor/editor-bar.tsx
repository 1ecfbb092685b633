import { ActionIcon, Group, Text } from "@mantine/core";
import { Group as GroupIcon, Keyboard, Network, Redo2, Trash2, Undo2 } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { Editor } from "./use-editor.ts";
import type { TextHistory } from "./use-history.ts";

export interface EditorBarProps {
  readonly editor: Editor;
  readonly history: TextHistory;
  /** What is chosen can be seen. */
  readonly isDrawn: boolean;
  readonly onKeys: () => void;
}

/** What can be done to the drawing, as buttons. */
export function EditorBar({ editor, history, isDrawn, onKeys }: EditorBarProps): ReactElement {
  const { t } = useTranslation();
  const { chosen, edge } = editor;
  const isNone = !isDrawn || chosen.size === 0;
  const tools = [
    { label: t("editor.undo"), Icon: Undo2, act: history.undo, isOff: !history.canUndo },
    { label: t("editor.redo"), Icon: Redo2, act: history.redo, isOff: !history.canRedo },
    { label: t("editor.layout"), Icon: Network, act: editor.layOut, isOff: !isDrawn || editor.body === null },
    { label: t("editor.group"), Icon: GroupIcon, act: editor.toggleGroup, isOff: isNone },
    {
      label: t("editor.remove"),
      Icon: Trash2,
      act: editor.remove,
      isOff: isNone && (!isDrawn || edge === null),
    },
    { label: t("editor.keys"), Icon: Keyboard, act: onKeys, isOff: false },
  ];
  return (
    <Group gap={6} role="toolbar" aria-label={t("editor.label")}>
      {tools.map(({ label, Icon, act, isOff }) => (
        <ActionIcon
          key={label}
          variant="default"
          size={28}
          aria-label={label}
          title={label}
          disabled={isOff}
          onClick={act}
        >
          <Icon size={15} aria-hidden="true" />
        </ActionIcon>
      ))}
      {chosen.size > 1 && (
        <Text size="xs" role="status">
          {t("editor.chosen", { count: chosen.size })}
        </Text>
      )}
    </Group>
  );
}
