import { Button, Group, NativeSelect } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { X } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { SearchField } from "../../ui/search-field.tsx";
import type { JobsSearch } from "./jobs-search.ts";

const route = getRouteApi("/jobs");

const STATUSES = { "": undefined, enabled: false, disabled: true } as const;

/** The filter as it is in the URL; a change of it begins at the first page. */
export function JobsFilter(): ReactElement {
  const { t } = useTranslation();
  const navigate = route.useNavigate();
  const { search, kind, disabled, app, tag } = route.useSearch();
  const change = (changed: Partial<JobsSearch>): void =>
    void navigate({ search: (before) => ({ ...before, ...changed, cursor: undefined }), replace: true });
  const isFiltered = [search, kind, disabled, app, tag].some((value) => value !== undefined);
  return (
    <Group gap="xs" role="search">
      <SearchField
        label={t("jobs.search")}
        value={search}
        onSearch={(wanted) => change({ search: wanted })}
      />
      <NativeSelect
        aria-label={t("jobs.kind")}
        value={kind ?? ""}
        onChange={({ currentTarget: { value } }) =>
          change({ kind: value === "" ? undefined : (value as "recurring" | "triggered") })
        }
        data={[
          { value: "", label: t("jobs.anyKind") },
          { value: "recurring", label: t("kind.recurring") },
          { value: "triggered", label: t("kind.triggered") },
        ]}
      />
      <NativeSelect
        aria-label={t("jobs.status")}
        value={disabled === undefined ? "" : disabled ? "disabled" : "enabled"}
        onChange={({ currentTarget: { value } }) =>
          change({ disabled: STATUSES[value as keyof typeof STATUSES] })
        }
        data={[
          { value: "", label: t("jobs.anyStatus") },
          { value: "enabled", label: t("jobs.enabled") },
          { value: "disabled", label: t("jobs.disabled") },
        ]}
      />
      {app !== undefined && (
        <Chip text={t("jobs.app", { app })} onRemove={() => change({ app: undefined })} />
      )}
      {tag !== undefined && (
        <Chip text={t("jobs.tag", { tag })} onRemove={() => change({ tag: undefined })} />
      )}
      {isFiltered && (
        <Button variant="subtle" onClick={() => void navigate({ search: {}, replace: true })}>
          {t("common.clear")}
        </Button>
      )}
    </Group>
  );
}

function Chip({ text, onRemove }: { readonly text: string; readonly onRemove: () => void }): ReactElement {
  return (
    <Button variant="default" rightSection={<X size={12} aria-hidden="true" />} onClick={onRemove}>
      {text}
    </Button>
  );
}
