import { describeStory, OUTAGE_MS } from "./fixtures/story.ts";

// It sends again for two minutes, as the example sets it.
describeStory([{ app: "python", clients: ["python", "python"], resends: OUTAGE_MS <= 60_000 }]);
