-- Makes the links of the Markdown pages those of the HTML pages. Manual pages are
-- HTML where MANUALS is set, else the files themselves.

local function is_local(target)
  return not target:match("^%a+:") and not target:match("^#")
end

function Link(link)
  if is_local(link.target) then
    link.target = link.target:gsub("README%.md", "index.html"):gsub("%.md", ".html")
    if os.getenv("MANUALS") then
      link.target = link.target:gsub("%.1$", ".1.html")
    end
  end
  return link
end
