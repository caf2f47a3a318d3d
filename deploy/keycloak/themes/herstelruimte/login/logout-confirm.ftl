<#import "template.ftl" as layout>
<@layout.registrationLayout; section>
  <#if section == "header">
    ${msg("logoutConfirmHeader")}
  <#elseif section == "form">
    <form action="${url.logoutConfirmAction}" method="post">
      <input type="hidden" name="session_code" value="${logoutConfirm.code}">
      <p class="buttons"><button class="btn" id="kc-logout" name="confirmLogout" type="submit">${msg("doLogout")}</button></p>
    </form>
    <#if !logoutConfirm.skipLink && (client.baseUrl)?has_content>
      <p><a href="${client.baseUrl}">${msg("backToApplication")}</a></p>
    </#if>
  </#if>
</@layout.registrationLayout>
