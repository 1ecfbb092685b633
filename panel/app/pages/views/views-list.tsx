import { Button, Menu } from "@mantine/core";
import { Bookmark, Pencil, Plus } from "lucide-react";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import type { View } from "../../api/operations.generated.ts";
import { useApi } from "../../api/use-api.ts";
import { RefusableItem } from "../../ui/refusable-item.tsx";
import { ManageViews } from "./manage-views.tsx";
import { ViewDialog } from "./view-dialog.tsx";
import { isShown, type PageSearch, searchOf, type ViewPage } from "./view-filter.ts";
import "./views.css";

export interface ViewsListProps {
  readonly page: ViewPage;
  /** What the page shows now. */
  readonly search: PageSearch;
  /** Shows what a view shows. */
  readonly onChoose: (search: PageSearch) => void;
}

/** The menu of a `ViewsMenu`, open at first. */
export function ViewsList({ page, search, onChoose }: ViewsListProps): ReactElement {
  const { t } = useTranslation();
  const list = useApi("listViews", { query: { page } });
  const [dialog, setDialog] = useState<"save" | "manage" | null>(null);
  const views = list.data?.items ?? [];
  const own = views.filter(({ isShared }) => !isShared);
  const shared = views.filter(({ isShared }) => isShared);
  const choose = (id: string): void => {
    const view = views.find((one) => one.id === id);
    if (view !== undefined) onChoose(searchOf(view.filter));
  };
  const item = ({ id, name }: View): ReactElement => (
    <Menu.RadioItem key={id} value={id} closeMenuOnClick>
      <bdi className="view-name">{name}</bdi>
    </Menu.RadioItem>
  );
  return (
    <>
      <Menu position="bottom-start" shadow="md" transitionProps={{ duration: 0 }} defaultOpened>
        <Menu.Target>
          {/* It takes the place of the button that was pressed, and the focus goes back to it. */}
          <Button variant="default" leftSection={<Bookmark size={14} aria-hidden="true" />} autoFocus>
            {t("common.views")}
          </Button>
        </Menu.Target>
        <Menu.Dropdown className="views">
          {list.error !== null && <Menu.Label>{list.error.message}</Menu.Label>}
          {list.isSuccess && views.length === 0 && <Menu.Label>{t("views.none")}</Menu.Label>}
          <Menu.RadioGroup value={views.find((view) => isShown(view, search))?.id ?? ""} onChange={choose}>
            {own.length > 0 && <Menu.Label>{t("views.own")}</Menu.Label>}
            {own.map(item)}
            {shared.length > 0 && <Menu.Label>{t("views.shared")}</Menu.Label>}
            {shared.map(item)}
          </Menu.RadioGroup>
          <Menu.Divider />
          <Menu.Item leftSection={<Plus size={14} />} onClick={() => setDialog("save")}>
            {t("views.save")}
          </Menu.Item>
          <RefusableItem
            refusal={views.length === 0 ? t("views.none") : null}
            leftSection={<Pencil size={14} />}
            onClick={() => setDialog("manage")}
          >
            {t("views.manage")}
          </RefusableItem>
        </Menu.Dropdown>
      </Menu>
      {dialog === "save" && <ViewDialog page={page} search={search} onClose={() => setDialog(null)} />}
      {dialog === "manage" && (
        <ManageViews page={page} views={views} search={search} onClose={() => setDialog(null)} />
      )}
    </>
  );
}
