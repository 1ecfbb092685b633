import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { NodePlace } from "../edit/add-node.ts";
import { idOf, listWith } from "../edit/body.ts";
import { NEW_NODES, type NewNodeKind } from "../edit/new-node.ts";
import { KeysDialog } from "./keys-dialog.tsx";
import { PickDialog } from "./pick-dialog.tsx";
import { PickJob } from "./pick-job.tsx";
import type { Editor } from "./use-editor.ts";
import type { Opened } from "./use-keys.ts";

export interface OpenDialog {
  readonly type: Opened | "job" | "task";
  /** Where the node of a job goes. @default after the chosen node */
  readonly place?: NodePlace | undefined;
}

export interface EditorDialogsProps {
  readonly dialog: OpenDialog;
  readonly editor: Editor;
  readonly chosen: string | null;
  /** Of all nodes. */
  readonly ids: readonly string[];
  readonly onAdd: (kind: NewNodeKind) => void;
  readonly onClose: () => void;
}

/** What is chosen from a list, by the keyboard alone too. */
export function EditorDialogs(props: EditorDialogsProps): ReactElement {
  const { dialog, editor, chosen, ids, onAdd, onClose } = props;
  const { t } = useTranslation();
  const choicesOf = (all: readonly string[]): { value: string; label: string }[] =>
    all.map((value) => ({ value, label: value }));
  const picked =
    (act: (value: string) => void) =>
    (value: string): void => {
      onClose();
      act(value);
    };
  switch (dialog.type) {
    case "keys":
      return <KeysDialog onClose={onClose} />;
    case "add":
      return (
        <PickDialog
          title={t("editor.addNode")}
          choices={NEW_NODES.map((value) => ({ value, label: t(`editor.kind.${value}`) }))}
          onPick={picked((kind) => onAdd(kind as NewNodeKind))}
          onClose={onClose}
        />
      );
    case "find":
      return (
        <PickDialog
          title={t("editor.findNode")}
          choices={choicesOf(ids)}
          onPick={picked((id) => editor.choose(new Set([id])))}
          onClose={onClose}
        />
      );
    case "edge": {
      const beside =
        listWith(editor.body ?? {}, chosen ?? "")?.items.flatMap((item) => idOf(item) ?? []) ?? [];
      return (
        <PickDialog
          title={t("editor.edgeFrom", { from: chosen ?? "" })}
          choices={choicesOf(beside.filter((id) => id !== chosen))}
          onPick={picked((to) => editor.join(chosen ?? "", to))}
          onClose={onClose}
        />
      );
    }
    default: {
      const { type, place } = dialog;
      return <PickJob kind={type} onPick={picked((key) => editor.add(type, key, place))} onClose={onClose} />;
    }
  }
}
