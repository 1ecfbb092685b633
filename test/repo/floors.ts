/** The rooms of a package from the ground up: a room may import its own files and rooms that stand before it, nothing else. */
export interface FloorLaw {
  /** The folder the rooms are in. */
  readonly folder: string;
  readonly rooms: readonly (readonly [name: string, because: string])[];
}

export const FLOOR_LAWS: readonly FloorLaw[] = [
  {
    folder: "core/src",
    rooms: [
      ["base", "it knows nothing of jobs"],
      ["model", "records and pure rules stand on base alone, so that everything else can speak of them"],
      ["expression", "what an expression means depends on its text and its context alone"],
      ["ports", "an adapter needs records and ports, and none of the code that uses them"],
      [
        "records",
        "nouns that are small records are read and written in the same way, whatever store keeps them",
      ],
      ["access", "who may ask is judged without knowing what was asked"],
      ["scheduler", "what callers may ask is said without the code behind it, so that a job can ask too"],
      ["job", "what an author writes does not know who runs it"],
      ["schedule", "when a job fires is computed from its definition alone"],
      ["definition", "definitions are kept and cached before anything runs"],
      ["work", "what a job runs is found by its definition"],
      ["secrets", "a secret is sealed and opened without knowing what it is for"],
      ["callbacks", "reports of work elsewhere are taken and waited for without knowing what the work is"],
      ["placement", "where a run goes is decided from definitions and executors, before it is dispatched"],
      ["dispatch", "creating and handing over runs knows no worker"],
      ["waiting", "whose turn it is in a line is decided without knowing how a worker executes a run"],
      ["running", "a worker admits, runs and settles; it decides nothing for others"],
      ["audit", "acts are chained and checked without knowing what was done"],
      ["duties", "background work uses every room below and is started by control"],
      ["control", "the services behind the API stand on top"],
    ],
  },
  {
    folder: "adapters/temporal-link/src",
    rooms: [["native", "what loads the native worker builds on what every process has"]],
  },
  { folder: "adapters/temporal-bus/src", rooms: [] },
  {
    folder: "runtime-temporal/src",
    rooms: [
      ["workflows", "they run in a sandbox and know nothing of the processes outside"],
      ["link", "what control planes and workers share knows neither of them"],
      ["client", "a program that only starts jobs loads none of the rooms above"],
      ["worker", "a worker runs without a control plane in its process"],
      ["control-plane", "it orchestrates what the rooms below do"],
    ],
  },
  {
    folder: "adapters/sqlite/src",
    rooms: [
      ["rows", "how records become plain values knows neither SQL nor threads"],
      ["file", "a file is opened, owned and migrated without knowing what is asked of it"],
      ["engine", "what is read and written knows no transaction and no thread"],
      ["link", "calls are carried to the engine without knowing which store made them"],
      ["files", "files are kept in a folder of their own, beside what the rooms below are about"],
      ["stores", "the ports stand on top, and know no driver"],
    ],
  },
  {
    folder: "adapters/memory/src",
    rooms: [
      ["rows", "rows in order know neither tenants nor ports"],
      ["tenant", "a tenant's runs are kept and searched without knowing who asks"],
      ["stores", "the ports of the metadata store stand on top"],
      ["bus", "events are carried without any store"],
    ],
  },
  {
    folder: "adapters/mongodb/src",
    rooms: [
      ["documents", "what a document looks like and how it is found needs no server"],
      ["connection", "a server is reached, timed and prepared without knowing what is asked of it"],
      ["runs", "runs are written and read without being counted"],
      ["counts", "counts are kept beside the runs they count"],
      ["watch", "changes are read back from what was written"],
      ["life", "a thread writes heartbeats over a connection, and knows no store"],
      ["files", "pieces of files are written and read without knowing whose they are"],
      ["stores", "the ports stand on top"],
    ],
  },
  {
    folder: "panel/app",
    rooms: [
      ["base", "it knows neither the browser nor the API"],
      ["early", "the first file of a visit is small, and asks before anything else is there"],
      ["words", "texts are data: a translator reads them without the code"],
      ["i18n", "choosing a language needs the texts alone"],
      ["time", "times and durations are written the same way on every page"],
      ["api", "calls are made without knowing what is shown"],
      ["live", "what changed is read again through the API's cache"],
      ["ui", "parts of a page know no page"],
      ["session", "signing in comes before any page"],
      ["pages", "a page does not know how it was reached"],
      ["shell", "the frame around the pages stands on top"],
    ],
  },
  {
    folder: "http/src",
    rooms: [
      ["problem", "how a failure is written knows nothing of the request that failed"],
      ["request", "reading a request's parts needs only the problems it may refuse with"],
      ["schema", "the fields that resources share belong to none of them"],
      ["auth", "a request is let in or refused before any route sees it"],
      ["route", "what a route is does not depend on which routes exist"],
      ["resources", "a resource is its routes, schemas and JSON, and needs no document about itself"],
      ["openapi", "the document is made of the routes"],
      ["panel", "the panel's files are served beside the API and know no page of its own"],
      ["pages", "the pages for people are made of the document and the panel"],
    ],
  },
];
