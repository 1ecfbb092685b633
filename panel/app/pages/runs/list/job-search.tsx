import { Combobox, InputBase, useCombobox } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { type KeyboardEvent, type ReactElement, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { isNamed } from "../../../api/is-named.ts";

export interface JobSearchProps {
  readonly value: string | undefined;
  readonly onPick: (jobKey: string | undefined) => void;
  /** The text that was typed before it was there; it has the focus then, and is open. @default null: nobody is in it */
  readonly begun: { readonly typed: string; readonly isEntered: boolean } | null;
}

const REST_MS = 200;
const SHOWN = 30;

/**
 * One job of many: found on the server by what is typed. The first that is found is highlighted as soon as it is there, and
 * Enter picks it, also Enter pressed before.
 */
export function JobSearch({ value, onPick, begun }: JobSearchProps): ReactElement {
  const { t } = useTranslation();
  // While it is not null the list is open.
  const [typed, setTyped] = useState<string | null>(begun?.typed ?? null);
  const [isEntered, setEntered] = useState(begun?.isEntered ?? false);
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (begun === null || input.current === null) return;
    input.current.focus();
    // Typing goes on behind the typed text; a picked job's text is replaced.
    if (begun.typed !== (value ?? ""))
      input.current.setSelectionRange(begun.typed.length, begun.typed.length);
  }, []);
  const close = (): void => {
    setTyped(null);
    setEntered(false);
  };
  const isOpen = typed !== null;
  const combobox = useCombobox({
    opened: isOpen,
    onOpenedChange: (opened) => (opened ? setTyped((before) => before ?? value ?? "") : close()),
    onDropdownClose: () => resetSelectedOption(),
  });
  const { selectFirstOption, resetSelectedOption } = combobox;
  // A picked job's own text is no search.
  const wanted = typed === null || typed === value ? "" : typed;
  const [search] = useDebouncedValue(wanted, REST_MS);
  const jobs = useApi(
    "listJobs",
    { query: { limit: SHOWN, ...(search !== "" && { search }) } },
    { enabled: isOpen, everyMs: 60_000, keepPrevious: true },
  );
  const isFound = search === wanted && !jobs.isFetching;
  const offered = (jobs.data?.items ?? []).filter((job) => isNamed(job, wanted));
  const [first] = offered;
  useEffect(() => {
    if (wanted !== "" && first !== undefined) selectFirstOption();
  }, [wanted, first?.key, selectFirstOption]);
  const pick = (key: string | undefined): void => {
    close();
    if (key !== value) onPick(key);
  };
  useEffect(() => {
    if (!isEntered) return;
    if (first !== undefined) pick(first.key);
    else if (isFound) setEntered(false);
  });
  const keyDown = ({ key }: KeyboardEvent): void => {
    if (key !== "Enter" || wanted === "" || combobox.getSelectedOptionIndex() >= 0) return;
    // Found, and its row is not drawn or highlighted yet; or still to be found.
    if (first !== undefined || !isFound) setEntered(true);
  };
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={pick}
      transitionProps={{ duration: 0 }}
      shadow="md"
      size="xs"
      // Kept, the closed list would be put in its place, and the page laid out for it, before the page is shown.
      keepMounted={false}
    >
      <Combobox.Target targetType="input" withExpandedAttribute>
        <InputBase
          ref={input}
          size="xs"
          className="job-picker"
          aria-label={t("instances.job")}
          placeholder={t("instances.anyJob")}
          value={typed ?? value ?? ""}
          onChange={({ currentTarget }) => {
            setEntered(false);
            resetSelectedOption();
            setTyped(currentTarget.value);
          }}
          onClick={() => combobox.openDropdown()}
          onFocus={({ currentTarget }) => {
            combobox.openDropdown();
            currentTarget.select();
          }}
          onBlur={close}
          onKeyDown={keyDown}
          rightSectionPointerEvents={value === undefined ? "none" : "all"}
          rightSection={
            value === undefined ? (
              <Combobox.Chevron size="xs" />
            ) : (
              <Combobox.ClearButton
                size="xs"
                aria-label={t("instances.anyJob")}
                onClear={() => pick(undefined)}
              />
            )
          }
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options mah={320} className="job-options" aria-label={t("instances.job")}>
          {offered.map(({ key, options }) => (
            <Combobox.Option key={key} value={key} active={key === value}>
              <span className="job-option">
                <bdi>{options.name}</bdi>
                <span className="mono dimmed">{key}</span>
              </span>
            </Combobox.Option>
          ))}
          {first === undefined && isFound && <Combobox.Empty>{t("instances.noSuchJob")}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
