import { serveModule } from "@writ/runtime";

// Started by the module host: one child for one module handler, asked through its own channel.
serveModule({ typescript: new URL("./typescript.mjs", import.meta.url).href });
