-- Makes the links of the Markdown pages those of the HTML pages.

local function is_local(target)
  return not target:match("^%a+:") and not target:match("^#")
end

function Link(link)
  if is_local(link.target) then
    link.target = link.target:gsub("README%.md", "index.html"):gsub("%.md", ".html")
  end
  return link
end
