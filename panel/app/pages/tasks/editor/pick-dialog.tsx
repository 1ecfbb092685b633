import { Modal, Text, TextInput, UnstyledButton } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";

export interface PickChoice {
  readonly value: string;
  readonly label: string;
}

export interface PickDialogProps {
  readonly title: string;
  readonly choices: readonly PickChoice[];
  /** Searches elsewhere. @default among the choices */
  readonly onSearch?: (search: string) => void;
  readonly onPick: (value: string) => void;
  readonly onClose: () => void;
}

/** One of several, found by typing: Enter takes the first. */
export function PickDialog({ title, choices, onSearch, onPick, onClose }: PickDialogProps): ReactElement {
  const { t } = useTranslation();
  const [search, setSearch] = useState("");
  const wanted = search.toLowerCase();
  const found =
    onSearch === undefined
      ? choices.filter(({ label, value }) => `${label} ${value}`.toLowerCase().includes(wanted))
      : choices;
  const [first] = found;
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      closeButtonProps={{ "aria-label": t("common.close") }}
      transitionProps={{ duration: 0 }}
    >
      <TextInput
        data-autofocus
        aria-label={t("editor.search")}
        placeholder={t("editor.search")}
        value={search}
        onChange={({ currentTarget: { value } }) => {
          setSearch(value);
          onSearch?.(value);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || first === undefined) return;
          event.preventDefault();
          onPick(first.value);
        }}
      />
      <ul className="editor-choices" aria-label={title}>
        {found.map(({ value, label }) => (
          <li key={value}>
            <UnstyledButton className="editor-entry" onClick={() => onPick(value)}>
              {label}
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {first === undefined && <Text size="sm">{t("editor.none")}</Text>}
    </Modal>
  );
}
