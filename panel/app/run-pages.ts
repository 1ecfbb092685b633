import { lazyRouteComponent } from "@tanstack/react-router";
import { withWords } from "./i18n/i18n.ts";

// The pages about runs, each loaded with its words when it is first opened.

export const RUN_PAGE = lazyRouteComponent(
  withWords(() => import("./pages/runs/detail/run-page.tsx"), "history", "option"),
  "RunPage",
);

export const RUN_FOLDER_PAGE = lazyRouteComponent(
  withWords(() => import("./pages/runs/folder/folder-page.tsx"), "folder"),
  "FolderPage",
);

export const RUN_FILE_PAGE = lazyRouteComponent(
  withWords(() => import("./pages/tasks/file/run-file-page.tsx"), "task", "runJob"),
  "RunFilePage",
);

export const INBOX_PAGE = lazyRouteComponent(
  withWords(
    () => import("./pages/inbox/inbox-page.tsx"),
    "inbox",
    "task",
    "runJob",
    "failures",
    "incidents",
    "why",
  ),
  "InboxPage",
);

export const FAILURES_PAGE = lazyRouteComponent(
  withWords(() => import("./pages/failures/failures-page.tsx"), "failures"),
  "FailuresPage",
);
