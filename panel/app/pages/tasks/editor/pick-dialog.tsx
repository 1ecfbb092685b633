import { Modal, Text, TextInput, UnstyledButton } from "@mantine/core";
import { type ReactElement, useEffect, useEffectEvent, useState } from "react";
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
  /** The choices are not yet those of what is typed. */
  readonly isSearching?: boolean;
  readonly onPick: (value: string) => void;
  readonly onClose: () => void;
}

/** One of several, found by typing: Enter takes the first. */
export function PickDialog(props: PickDialogProps): ReactElement {
  const { title, choices, onSearch, isSearching = false, onPick, onClose } = props;
  const { t } = useTranslation();
  const [search, setSearch] = useState("");
  /** Enter was pressed before the first was known. */
  const [isPressed, press] = useState(false);
  const wanted = search.toLowerCase();
  const found =
    onSearch === undefined
      ? choices.filter(({ label, value }) => `${label} ${value}`.toLowerCase().includes(wanted))
      : choices;
  const first = isSearching ? undefined : found[0];
  const pickFirst = useEffectEvent(() => {
    press(false);
    if (first !== undefined) onPick(first.value);
  });
  useEffect(() => {
    if (isPressed && !isSearching) pickFirst();
  }, [isPressed, isSearching]);
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
          press(false);
          setSearch(value);
          onSearch?.(value);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          press(true);
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
      {found.length === 0 && !isSearching && <Text size="sm">{t("editor.none")}</Text>}
    </Modal>
  );
}
