import { Button, Group } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { ListFilter } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import "./filters.css";

export interface FiltersProps {
  /** Always seen. */
  readonly search: ReactNode;
  /** Always seen, beside the search. @default none */
  readonly views?: ReactNode;
  /** How many of the others narrow the list. */
  readonly chosen: number;
  /** Seen on a phone when asked for, so that rows are on its first screen. */
  readonly children: ReactNode;
}

/** The filters of a list. */
export function Filters({ search, views, chosen, children }: FiltersProps): ReactElement {
  const { t } = useTranslation();
  const [isOpen, { toggle }] = useDisclosure(false);
  return (
    <Group gap="xs" role="search">
      <div className="filters-head">
        {search}
        {views}
        <Button
          hiddenFrom="sm"
          variant="default"
          leftSection={<ListFilter size={14} aria-hidden="true" />}
          aria-expanded={isOpen}
          data-chosen={chosen > 0 || undefined}
          onClick={toggle}
        >
          {chosen === 0 ? t("common.filters") : t("common.filtersChosen", { count: chosen })}
        </Button>
      </div>
      <div className="filters-rest" data-open={isOpen || undefined}>
        {children}
      </div>
    </Group>
  );
}
