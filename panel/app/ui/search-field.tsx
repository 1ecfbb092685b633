import { CloseButton, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { Search } from "lucide-react";
import { type ReactElement, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

export interface SearchFieldProps {
  readonly label: string;
  /** From the URL. */
  readonly value: string | undefined;
  /** Called when typing rests; `undefined` for nothing. */
  readonly onSearch: (value: string | undefined) => void;
}

const REST_MS = 250;

/** The page's search; `/` leads to it. */
export function SearchField({ label, value = "", onSearch }: SearchFieldProps): ReactElement {
  const { t } = useTranslation();
  const [text, setText] = useState(value);
  const sent = useRef(value);
  useEffect(() => {
    // The text that was sent comes back in the URL later; meanwhile more may have been typed.
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);
  const search = useDebouncedCallback((wanted: string) => {
    sent.current = wanted;
    onSearch(wanted === "" ? undefined : wanted);
  }, REST_MS);
  const change = (wanted: string): void => {
    setText(wanted);
    search(wanted);
  };
  return (
    <TextInput
      type="search"
      role="searchbox"
      aria-label={label}
      placeholder={`${label}  /`}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      leftSection={<Search size={14} aria-hidden="true" />}
      rightSection={
        text !== "" && <CloseButton size="xs" aria-label={t("common.clear")} onClick={() => change("")} />
      }
      w={{ base: "100%", xs: 260 }}
      data-page-search
    />
  );
}
