import { ActionIcon, Menu, Switch, Text, TextInput } from "@mantine/core";
import {
  ArrowDownToLine,
  ArrowUpToLine,
  ChevronDown,
  ChevronUp,
  CircleAlert,
  Download,
  Link,
  Search,
  Settings2,
} from "lucide-react";
import type { KeyboardEvent, ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { type LogRow, logText } from "./log-rows.ts";
import { MOST_MATCHES } from "./log-search.ts";

/** How a log is shown; kept in the browser. */
export interface LogLook {
  readonly wrap: boolean;
  readonly times: boolean;
  readonly numbers: boolean;
}

export const DEFAULT_LOG_LOOK: LogLook = { wrap: false, times: true, numbers: true };

export interface LogToolbarProps {
  readonly id: string;
  readonly rows: readonly LogRow[];
  readonly lines: { readonly shown: number; readonly written: number };
  readonly look: LogLook;
  readonly onLook: (look: LogLook) => void;
  readonly wanted: string;
  readonly onWanted: (wanted: string) => void;
  readonly matches: number;
  /** From 0. */
  readonly current: number;
  readonly onMatch: (step: 1 | -1) => void;
  readonly isFollowing: boolean;
  /** `null` where nothing more will come. */
  readonly onFollow: ((isFollowing: boolean) => void) | null;
  /** `null` where no line is an error. */
  readonly onError: (() => void) | null;
  readonly isErrorsOnly: boolean;
  readonly onErrorsOnly: (isErrorsOnly: boolean) => void;
  /** The address of the line that is looked at. */
  readonly lineAddress: () => string;
  readonly onTop: () => void;
  readonly onEnd: () => void;
}

export function LogToolbar(props: LogToolbarProps): ReactElement {
  const { t, i18n } = useTranslation();
  const { id, rows, lines, look, onLook, wanted, onWanted, matches, onMatch, isFollowing, onFollow } = props;
  const step = (event: KeyboardEvent): void => {
    if (event.key === "Enter") onMatch(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape") onWanted("");
    else return;
    event.preventDefault();
  };
  const toggles = [
    ["wrap", t("instances.logWrap")],
    ["times", t("instances.logTimes")],
    ["numbers", t("instances.logNumbers")],
  ] as const;
  return (
    <div className="log-toolbar">
      <TextInput
        type="search"
        role="searchbox"
        aria-label={t("instances.logSearch")}
        placeholder={`${t("instances.logSearch")}  /`}
        leftSection={<Search size={14} aria-hidden="true" />}
        value={wanted}
        onChange={(event) => onWanted(event.currentTarget.value)}
        onKeyDown={step}
        className="log-search"
        data-page-search
      />
      <Text size="xs" c="dimmed" role="status" className="nowrap log-count">
        {wanted === "" ? lineText() : matchText()}
      </Text>
      <ActionIcon
        aria-label={t("instances.logPrevious")}
        title={t(matches === 0 ? "instances.logNoMatch" : "instances.logPrevious")}
        disabled={matches === 0}
        onClick={() => onMatch(-1)}
      >
        <ChevronUp size={16} />
      </ActionIcon>
      <ActionIcon
        aria-label={t("instances.logNext")}
        title={t(matches === 0 ? "instances.logNoMatch" : "instances.logNext")}
        disabled={matches === 0}
        onClick={() => onMatch(1)}
      >
        <ChevronDown size={16} />
      </ActionIcon>
      <span className="log-space" />
      {onFollow && (
        <Switch
          size="xs"
          label={t("instances.logFollow")}
          checked={isFollowing}
          onChange={({ currentTarget: { checked } }) => onFollow(checked)}
        />
      )}
      {(props.onError !== null || props.isErrorsOnly) && (
        <Switch
          size="xs"
          label={t("instances.logErrorsOnly")}
          checked={props.isErrorsOnly}
          onChange={({ currentTarget: { checked } }) => props.onErrorsOnly(checked)}
        />
      )}
      {props.onError && !props.isErrorsOnly && (
        <ActionIcon
          aria-label={t("instances.logError")}
          title={t("instances.logError")}
          onClick={props.onError}
        >
          <CircleAlert size={15} />
        </ActionIcon>
      )}
      <ActionIcon aria-label={t("instances.logTop")} title={t("instances.logTop")} onClick={props.onTop}>
        <ArrowUpToLine size={15} />
      </ActionIcon>
      <ActionIcon aria-label={t("instances.logEnd")} title={t("instances.logEnd")} onClick={props.onEnd}>
        <ArrowDownToLine size={15} />
      </ActionIcon>
      <CopyButton label={t("instances.logCopyLink")} text={props.lineAddress} icon={<Link size={15} />} />
      <ActionIcon
        aria-label={t("instances.logDownload")}
        title={t("instances.logDownload")}
        onClick={() => download(`${id}.log`, logText(rows))}
      >
        <Download size={15} />
      </ActionIcon>
      <Menu position="bottom-end" shadow="md" closeOnItemClick={false} transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <ActionIcon aria-label={t("instances.logView")} title={t("instances.logView")}>
            <Settings2 size={15} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {toggles.map(([name, label]) => (
            <Menu.CheckboxItem
              key={name}
              checked={look[name]}
              onChange={(checked) => onLook({ ...look, [name]: checked })}
            >
              {label}
            </Menu.CheckboxItem>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  );

  function lineText(): string {
    const { shown, written } = lines;
    if (shown === written) return t("instances.logLines", { count: shown });
    const number = new Intl.NumberFormat(i18n.language);
    return t("instances.logLinesOf", { shown: number.format(shown), written: number.format(written) });
  }

  function matchText(): string {
    if (matches === 0) return t("instances.logNoMatch");
    const number = new Intl.NumberFormat(i18n.language);
    const place = { current: number.format(props.current + 1), all: number.format(matches) };
    return matches === MOST_MATCHES
      ? t("instances.logMatchesCapped", place)
      : t("instances.logMatches", place);
  }
}

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name.replaceAll(/[^\w.@-]+/g, "_");
  link.click();
  URL.revokeObjectURL(url);
}
