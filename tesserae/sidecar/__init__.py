"""The MCP server: agents ask, the engine answers.

`tools` are what an agent calls, `resources` and `prompts` what its user picks; `server` joins them
and `serve` runs them over stdio or HTTP. Nothing outside this folder imports the MCP SDK.
"""
